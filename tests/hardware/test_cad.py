"""The printed parts: volume, size, pocket and pitch (needs build123d, ``hardware/requirements-cad.lock``)."""

from math import pi

import pytest

pytest.importorskip("build123d", reason="build123d is not installed (pip install -r hardware/requirements-cad.lock)")

import numpy as np
from build123d import Axis, Box, GeomType, Pos, export_step, export_stl, import_step
from PIL import Image

from hardware import board
from hardware.cad import assembly, case, solids
from hardware.cad.picture import picture
from hardware.design import case as design


def size(part):
    return tuple(round(v, 2) for v in part.bounding_box().size)


def drums(part, radius):
    """Places (x, y) of the cylinders of a radius."""
    faces = [f for f in part.faces().filter_by(GeomType.CYLINDER) if abs(f.radius - radius) < 1e-3]
    return sorted({(round(f.axis_of_rotation.position.X, 2), round(f.axis_of_rotation.position.Y, 2)) for f in faces})


def test_stone_has_its_size_and_weight():
    """Hardware notes: 22 x 8 mm, 1.95 cm3, which is 2.4 g of PLA."""
    stone = solids.stone()
    assert size(stone) == (22.0, 22.0, 8.0)
    assert 1700 < stone.volume < 2200
    assert stone.is_valid


def test_magnet_lies_where_the_gap_is_reckoned_from():
    """The pocket begins above the skin and leaves 0.1 mm of play; the plug fills what is below it."""
    stone = solids.stone()
    pocket = [
        f for f in stone.faces().filter_by(GeomType.CYLINDER) if abs(f.radius - solids.POCKET_DIAMETER / 2) < 1e-3
    ]
    box = pocket[0].bounding_box()
    assert len(pocket) == 1
    assert abs(box.min.Z - board.STACK[0][1]) < 1e-6
    assert abs(box.size.Z - (board.MAGNET_HEIGHT + 0.1)) < 1e-6
    assert abs(2 * pocket[0].radius - (board.MAGNET_DIAMETER + 0.1)) < 1e-6
    assert abs(solids.plug().volume - pi / 4 * 8.9**2 * 1.0) < 0.01


def test_stone_is_flat_below_so_that_it_cannot_lie_upside_down_unseen():
    stone = solids.stone()
    flat = stone.faces().sort_by(Axis.Z)[0]
    assert flat.geom_type == GeomType.PLANE
    assert abs(flat.area - pi * (solids.STONE_FOOT**2 - (solids.PLUG_DIAMETER / 2) ** 2)) < 0.01


@pytest.mark.parametrize("variant", board.PITCHES)
def test_jig_has_holes_on_the_pitch(variant):
    across, down = board.PITCHES[variant]
    jig = solids.jig(variant)
    assert drums(jig, solids.JIG_HOLE / 2) == sorted((x * across, y * down) for x in (-1, 0, 1) for y in (-1, 0, 1))
    assert solids.JIG_HOLE > solids.STONE_DIAMETER and across - solids.JIG_HOLE > 0.6


@pytest.mark.parametrize("variant", board.PITCHES)
def test_carrier_has_pegs_on_the_row_pitch_that_stay_below_the_wood(variant):
    down = board.PITCHES[variant][1]
    carrier = solids.carrier(variant)
    pegs = drums(carrier, solids.PEG_DIAMETER / 2)
    assert [y for _, y in pegs] == [down * k for k in (-1.5, -0.5, 0.5, 1.5)]
    assert size(carrier)[2] < solids.CARRIER_HEIGHT + solids.THICKNESS
    assert len(drums(carrier, 1.6)) == 2 and carrier.is_valid
    # The bar lies between two sensors, whose packages reach 2 mm from their middle.
    assert board.PITCHES[variant][0] - 2 * 2 > solids.CARRIER_WIDTH


def test_frame_corner_fits_its_rails_and_stays_below_the_wood():
    corner = case.frame_corner()
    high = design.RAIL_HEIGHT - design.TOP - 2
    assert size(corner) == (design.CORNER, design.CORNER, high)
    # Volume by hand: shelf and two walls, less five holes of 3.2 mm.
    walls = 26 * 26 * 5 + (26 * 6 + 20 * 6) * (high - 5)
    assert abs(corner.volume - (walls - pi * 1.6**2 * (5 + 4 * 6))) < 1


def test_tray_has_a_post_under_each_hole_of_the_controller():
    tray = case.controller_tray()
    holes = drums(tray, case.POST_HOLE / 2)
    assert sorted({round(x) for x, _ in holes}) == [-52, 52] and sorted({round(y) for _, y in holes}) == [-34, 34]
    assert size(tray) == (115.0, 80.0, 26.0) and tray.is_valid


def test_written_files_hold_the_same_solid(tmp_path):
    """STEP read back has the volume; the STL's triangles enclose it (divergence theorem) within 1 %."""
    stone = solids.stone()
    export_step(stone, str(tmp_path / "stone.step"))
    export_stl(stone, str(tmp_path / "stone.stl"))
    assert abs(import_step(tmp_path / "stone.step").volume - stone.volume) < 0.1
    data = (tmp_path / "stone.stl").read_bytes()
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
    corners = np.frombuffer(data, record, offset=84)["corners"].astype(float)
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert abs(volume - stone.volume) < 0.01 * stone.volume
    assert np.allclose(np.ptp(corners.reshape(-1, 3), axis=0), (22, 22, 8), atol=0.05)


def test_button_housing_takes_a_key_switch_below_the_cap():
    """Key switches snap into a square hole of 14.0 mm in a plate of 1.5 mm."""
    housing = case.button_housing()
    top = housing.faces().sort_by(Axis.Z)[-1]
    inner = sorted(top.inner_wires()[0].bounding_box().size)[1:]
    assert [round(v, 3) for v in inner] == [14.0, 14.0]
    below = housing.faces().filter_by(Axis.Z).sort_by(Axis.Z)[-2]
    assert abs(top.center().Z - below.center().Z - 1.5) < 1e-6
    assert solids.CAP_DIAMETER < case.HOUSING


@pytest.mark.parametrize("scene", assembly.SCENES)
def test_scenes_of_the_guide_can_be_drawn(scene, tmp_path):
    make, eye, _ = assembly.SCENES[scene]
    picture(make(), eye, tmp_path / "scene.png", width=120, tolerance=1.0)
    drawn = np.asarray(Image.open(tmp_path / "scene.png").convert("RGB"))
    assert drawn.shape[1] == 120 and 0.05 < (drawn < 250).any(axis=2).mean() < 0.95


def test_nearer_faces_hide_what_is_behind_them(tmp_path):
    """A red plate before a green one, seen from both sides."""
    near, far = Pos(0, 0, 5) * Box(4, 4, 1), Pos(0, 0, -5) * Box(8, 8, 1)
    for eye, expected in (((0, 0, 1), (1, 0, 0)), ((0, 0, -1), (0, 1, 0))):
        picture([(near, (1, 0, 0)), (far, (0, 1, 0))], eye, tmp_path / "plates.png", width=40, up=(0, 1, 0))
        pixel = np.asarray(Image.open(tmp_path / "plates.png").convert("RGB"))[20, 20]
        assert (pixel > 100).tolist() == [bool(v) for v in expected]


def test_button_cap_takes_a_key_stem():
    """A cross-shaped stem is 4.0 x 1.17 mm; the slots are a print's tolerance wider."""
    cap = solids.button_cap()
    assert size(cap) == (28.0, 28.0, 10.0)
    assert solids.STEM[0] > 4.0 and solids.STEM[1] > 1.17
    # Posts of key caps are 5.5 mm thick: a thicker one would stop at the switch's upper shell, before the contact.
    assert drums(cap, 2.75) == [(0.0, 0.0)] and solids.STEM[0] + 1.2 < solids.POST_DIAMETER
    assert cap.is_valid
