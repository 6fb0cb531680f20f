"""``python -m hardware.cad.export``: STL and STEP of the printed parts into ``build/cad``, pictures into the docs."""

from pathlib import Path

from build123d import Compound, ExportSVG, LineType, export_step, export_stl

from hardware.cad import assembly
from hardware.cad.picture import picture
from hardware.cad.solids import parts

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "cad"
PICTURES = ROOT / "docs" / "build" / "pictures"
VIEWS = {
    "stone": (60, -80, -45),
    "plug": (60, -80, 45),
    "jig_go": (120, -200, 180),
    "carrier_go": (150, -120, 110),
    "button_cap": (60, -80, -50),
    "button_housing": (60, -80, -60),
    "frame_corner": (60, 45, 60),
    "controller_tray": (60, -110, 110),
}
"""Where the eye is; the stone and the cap are seen from below, where their pockets are."""


def draw(part, eye, path: Path):
    """A line drawing of a part, hidden lines thin."""
    visible, hidden = part.project_to_viewport(eye)
    extent = max(*Compound(children=visible + hidden).bounding_box().size)
    drawing = ExportSVG(scale=80 / extent)
    drawing.add_layer("visible", line_weight=0.3)
    drawing.add_layer("hidden", line_weight=0.1, line_color=0x969696, line_type=LineType.ISO_DOT)
    drawing.add_shape(hidden, layer="hidden")
    drawing.add_shape(visible, layer="visible")
    drawing.write(str(path))


def main():
    """Write everything."""
    OUT.mkdir(parents=True, exist_ok=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, part in parts().items():
        export_stl(part, str(OUT / f"{name}.stl"))
        export_step(part, str(OUT / f"{name}.step"))
        if name in VIEWS:
            draw(part, VIEWS[name], PICTURES / f"{name}.svg")
        print(f"{name}: {part.volume / 1000:.2f} cm3")
    for name, (scene, eye, width) in assembly.SCENES.items():
        picture(scene(), eye, PICTURES / f"{name}.png", width)


if __name__ == "__main__":
    main()
