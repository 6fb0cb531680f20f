"""The half-strip: one row of ten sensors, its mux, its power switch and its bit of the row shift register.

Places are seen from the parts' side. Built in, the parts face down and the drawing is turned about its long edge: site
0 stays at the left for Black, and OUT is on Black's side.
"""

from hardware import board
from hardware.design import parts
from hardware.design.circuit import NO_CONNECT, Circuit

HEIGHT = 17.0
THICKNESS = 1.0
VERSION = 1
CUT_AFTER = 8
"""On a 15x15 board the left half-strips are cut after this many sites."""


def chain_nets(token: str) -> tuple[str, ...]:
    """Nets of a chain connector and its mounting pads, with ``token`` for the row token's wire."""
    return tuple(token if net == "D" else net for net in board.CHAIN_CABLE) + ("GND",)


def half_strip(variant: str) -> Circuit:
    """The half-strip for a variant of ``board.PITCHES``."""
    pitch = board.PITCHES[variant][0]
    middle = HEIGHT / 2
    gap = [pitch * (k + 1) for k in range(board.SITES - 1)]  # x between site k and site k + 1
    strip = Circuit(
        f"half_strip_{variant}", f"Tengen half-strip, {pitch:g} mm pitch", pitch * board.SITES, HEIGHT, THICKNESS,
        power=("GND", "3V3", "VROW"), wide=("3V3", "VROW"), cut=pitch * CUT_AFTER,
    )  # fmt: skip
    strip.section = "Sensors"
    for site in range(board.SITES):
        x = pitch * (site + 0.5)
        strip.add(f"U{site + 1}", parts.HALL, ("VROW", f"H{site}", "GND"), x, middle, 90)
        strip.add(f"C{site + 1}", parts.C_10N, ("VROW", "GND"), x, middle + 4.6)

    strip.section = "Mux"
    strip.add("U11", parts.MUX, _mux_nets(), gap[4], middle, 90)
    strip.add("C11", parts.C_100N, ("3V3", "GND"), gap[4] - 8.87, middle - 4.0, 90)

    strip.section = "Row register and switch"
    flipflop = ("RST_N", "DIN", "CLK", "3V3", "TOKEN", "ROW_OFF", "GND")
    spare = (NO_CONNECT, NO_CONNECT, "3V3", "GND", "GND", "3V3", "3V3")
    strip.add("U12", parts.FLIPFLOP, flipflop + spare, gap[2] - 3.5, middle, 90)
    strip.add("C12", parts.C_100N, ("3V3", "GND"), gap[2] - 9.1, middle - 3.3, 90)
    strip.add("C13", parts.C_2U2, ("3V3", "GND"), gap[2] + 6.6, middle - 4.8, 0)
    # The token comes to the next half-strip a tenth of a microsecond late, so that two flip-flops whose thresholds
    # differ cannot pass it on twice within one slow edge of the clock.
    strip.add("R4", parts.resistor("10k"), ("TOKEN", "DOUT"), gap[2] + 2.9, middle - 4.4, 0)
    strip.add("Q1", parts.PFET, ("GATE", "3V3", "VROW"), gap[2] + 6.0, middle + 0.3, 0)
    strip.add("R1", parts.resistor("1k"), ("ROW_OFF", "GATE"), gap[2] + 2.9, middle - 0.2, 90)

    strip.section = "Half supply"
    strip.add("R2", parts.resistor("470"), ("VROW", "HALF"), gap[5] - 3.0, middle + 2.5)
    strip.add("R3", parts.resistor("470"), ("HALF", "GND"), gap[5] + 1.5, middle + 2.5)

    strip.section = "Chain"
    strip.add("J1", parts.CHAIN, chain_nets("DIN"), gap[3], 13.85, 0, value="IN")
    strip.add("J2", parts.CHAIN, chain_nets("DOUT"), gap[3], 3.15, 0, value="OUT")

    strip.holes = [(gap[0], middle, 2.2), (gap[6], middle, 2.2), (gap[8], middle, 2.2)]
    strip.texts = [
        (gap[1], 1.3, 1.0, "SITE 0 LEFT, OUT TO BLACK"),
        (gap[3] + 14.2, 1.6, 1.0, "OUT"),
        (gap[3] - 15.2, 15.6, 1.0, "IN"),
        (gap[1], 15.7, 1.0, f"TENGEN {variant.upper()} {pitch:g} MM V{VERSION}"),
        (gap[7], 1.3, 0.9, "15x15 LEFT: CUT"),
        (gap[3] - 6.9, 7.0, 0.8, "1"),
        (gap[3] - 10.1, 15.9, 0.8, "1"),
        *((pitch * (site + 0.5) - 1.3, 15.9, 0.8, str(site)) for site in range(board.SITES)),
    ]
    strip.back_texts = [
        (gap[1], middle, 1.5, "THIS SIDE TO THE WOOD"),
        (gap[7], middle, 1.5, f"TENGEN {variant.upper()} {pitch:g} MM V{VERSION}"),
    ]
    # Ticks at both edges on the column of each site, to be laid on a pencil line; a dashed line where to saw.
    for site in range(board.SITES):
        x = pitch * (site + 0.5)
        strip.marks += [(x, 0.4, x, 1.4), (x, HEIGHT - 1.4, x, HEIGHT - 0.4)]
    strip.marks += [(strip.cut, y + 0.4, strip.cut, y + 1.4) for y in range(2, int(HEIGHT) - 2, 2)]
    return strip


def _mux_nets() -> dict[str, str]:
    nets = {"1": "AOUT", "10": "S0", "11": "S1", "12": "GND", "13": "S3", "14": "S2", "15": "ROW_OFF", "24": "3V3"}
    for number, name, _ in parts.MUX.pins:
        if name.startswith("I"):
            k = int(name[1:])
            if k < board.SITES:
                nets[number] = f"H{k}"
            elif k == board.HALF_SUPPLY_INPUT:
                nets[number] = "HALF"
            else:
                # Unused inputs are grounded: an open one would put its hum onto the common line when addressed.
                nets[number] = "GND"
    return nets
