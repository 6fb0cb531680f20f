"""Addresses that the hardware layer uses itself, against the chips' address maps (RP2040 datasheet 2.2, RP2350 2.2)."""

import ast
import re
from pathlib import Path

LAYER = Path(__file__).resolve().parents[2] / "firmware" / "hal" / "rp2"
# First addresses of the blocks, as addressmap.h of the Pico SDK has them for each chip.
RP2040 = {"SIO": 0xD0000000, "ADC": 0x4004C000, "TIMER": 0x40054000, "WATCHDOG": 0x40058000}
RP2350 = {"SIO": 0xD0000000, "ADC": 0x400A0000, "TIMER": 0x400B0000, "WATCHDOG": 0x400D8000}
USB_MEMORY, USB = 0x50100000, 0x50110000  # of both chips
CLEAR = 0x3000  # writing there clears the bits that are 1 (RP2040 datasheet 2.1.2, RP2350 2.1.3)


def values(file: str) -> dict:
    """What stands at the top of a module of the layer: numbers, and tuples of them."""
    found = {}
    for node in ast.parse((LAYER / file).read_text()).body:
        if isinstance(node, ast.Assign):
            value = node.value.args[0] if isinstance(node.value, ast.Call) else node.value
            try:
                found[node.targets[0].id] = ast.literal_eval(value)
            except ValueError:
                continue
    return found


def test_the_scan_reads_and_writes_the_registers_of_its_chip():
    """GPIO_OUT_SET and _CLR, which an RP2350 has elsewhere (its 48 GPIOs take two words each); CS, RESULT, TIMERAWL."""
    grid = values("grid.py")
    for chip, table, set_at, clear_at in ((RP2040, "_RP2040", 0x14, 0x18), (RP2350, "_RP2350", 0x18, 0x20)):
        wanted = (chip["SIO"] + set_at, chip["SIO"] + clear_at, chip["ADC"], chip["ADC"] + 4, chip["TIMER"] + 0x28)
        assert grid[table] == wanted
    # ADC CS: EN, START_ONCE, READY, AINSEL 1.
    assert (grid["_ENABLE"], grid["_START"], grid["_READY"], grid["_RIGHT"]) == (1 << 0, 1 << 2, 1 << 8, 1 << 12)


def test_the_watchdog_is_stopped_and_asked_at_the_address_of_its_chip():
    """CTRL and REASON; bit 30 of CTRL is ENABLE."""
    watchdog = values("watchdog.py")
    for chip, name in ((RP2040, "RP2040"), (RP2350, "RP2350")):
        assert watchdog[f"_CLEAR_CTRL_{name}"] == chip["WATCHDOG"] + CLEAR
        assert watchdog[f"_REASON_{name}"] == chip["WATCHDOG"] + 8
    assert watchdog["_ENABLE"] == 1 << 30
    assert watchdog["LIMIT_MS"] * 2000 < 1 << 24  # LOAD has 24 bits, and an RP2040 counts twice a microsecond (E1)


def test_the_serial_port_is_looked_at_where_both_chips_have_it():
    """ADDR_ENDP, SIE_STATUS with bit 4 SUSPENDED, and of endpoint 2 IN the buffer control with bit 10 AVAILABLE."""
    serial = values("serial.py")
    assert (serial["_ADDRESS"], serial["_STATUS"], serial["_SUSPENDED"]) == (USB, USB + 0x50, 1 << 4)
    assert (serial["_BUFFER_CONTROL"], serial["_AVAILABLE"]) == (USB_MEMORY + 0x80 + 2 * 8, 1 << 10)


def test_no_other_address_is_in_the_layer():
    checked = {USB, USB + 0x50, USB_MEMORY + 0x90, 1 << 30}  # the last is the watchdog's ENABLE
    for chip, offsets in ((RP2040, (0x14, 0x18)), (RP2350, (0x18, 0x20))):
        checked |= {chip["SIO"] + offset for offset in offsets}
        checked |= {chip["ADC"], chip["ADC"] + 4, chip["TIMER"] + 0x28}
        checked |= {chip["WATCHDOG"] + CLEAR, chip["WATCHDOG"] + 8}
    for path in LAYER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value >= 0x10000000:
                assert node.value in checked, f"{path.name}: {node.value:#x}"


def test_no_input_is_pulled_down():
    """An RP2350 of stepping A2 holds such a pin at 2.2 V (erratum RP2350-E9); contacts here close to ground."""
    for path in LAYER.glob("*.py"):
        assert "PULL_DOWN" not in path.read_text(), path.name


def test_sampling_asks_the_line_of_its_state_machine():
    """DREQ_PIO0_RX0 is 4 and DREQ_PIO1_RX0 is 12 on both chips; DMA on an RP2350 counts in 28 bits (12.6.10)."""
    (request,) = re.findall(r"request = (.*)", (LAYER / "buttons.py").read_text())
    assert [eval(request, {"state_machine": number}) for number in (0, 3, 4, 7)] == [4, 7, 12, 15]
    assert values("buttons.py")["_COUNT"] == (1 << 28) - 1
