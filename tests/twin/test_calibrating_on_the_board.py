"""Calibration from the board's menu, on the real firmware (A1): refused with a stone on the board, kept over power."""

from board import calibration
from board.stones import StoneSet
from shared_rules.points import BLACK
from tests.twin.two_buttons import Evening, presses_to

SIZE = 15


def test_empty_board_then_stones_from_the_menu(tmp_path):
    table = Evening(tmp_path, SIZE)
    table.wait(3000)
    table.put("H8", BLACK)
    table.tap(presses_to(["Settings", "Calibrate", "Yes"], SIZE))
    table.wait(1500)
    table.photo("refused")
    table.world.at(table.t, lambda: (table.world.model.lift(7 * SIZE + 7, table.world.t), table.world.touched()))
    table.wait(1500)
    table.power(False)
    table.power(True)
    table.tap(presses_to(["Settings", "Calibrate", "Yes"], SIZE))
    table.wait(1500)
    table.photo("taken")
    table.power(False)
    table.power(True)
    for name in ("D4", "H8", "M12"):
        table.put(name, BLACK)
    table.tap(presses_to(["Settings", "Measure stones", "Yes"], SIZE))
    table.wait(1500)
    table.photo("measured")
    table.play()
    assert table.photos["refused"] != table.photos["taken"] == table.photos["measured"]
    (data,) = table.files("/calibration.bin").values()
    found = calibration.decode(data, SIZE)
    nominal = StoneSet("6x1").centred
    assert found.taken and found.magnet == "6x1"
    assert abs(found.centred - nominal) < nominal // 8 and found.centred != nominal
