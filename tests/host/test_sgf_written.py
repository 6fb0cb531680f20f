"""SGF as the board's games are written, read back by sgfmill, which is not our code."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from recorder import Recorder
from sgfmill import sgf as sgfmill_sgf

from tengen import sgf
from tengen.game import Game
from tengen.replay import replay

GO = {
    "preset": "go-2002",
    "rules": "go",
    "variant": "renju",
    "size": 19,
    "komi_zi": 3.75,
    "handicap": 0,
    "black": "Hane",
    "white": "Yamashita",
    "event": "",
    "date": "2026-11-30",
    "time": {"system": "byoyomi", "main_ms": 1800000, "period_ms": 60000, "periods": 3},
}
RENJU = GO | {"rules": "renju", "size": 15, "time": None, "preset": "renju-cn"}


def move(side, point, at=1.0, **more):
    return {"at": at, "kind": "move" if point else "pass", "rule": "G2", "side": side, "point": point or ""} | more


def written(header, *rulings):
    data = sgf.write(Game(header, list(rulings)))
    return data, sgfmill_sgf.Sgf_game.from_bytes(data)


def comments(game):
    return [node.get("C") if node.has_property("C") else "" for node in game.get_main_sequence()]


def test_root_says_everything_and_charset_comes_before_any_text():
    data, game = written(GO, move("black", "Q16"), {"at": 9.0, "kind": "end", "rule": "G7", "result": "B+R"})
    assert data.startswith(b"(;FF[4]CA[UTF-8]AP[Tengen:")
    root = game.get_root()
    assert root.get("FF") == 4 and root.get("GM") == 1 and root.get("SZ") == 19
    assert root.get("KM") == 7.5  # 3 3/4 zi that Black gives (G11)
    assert root.get("TM") == 1800 and root.get("OT") == "3x60 byo-yomi"
    assert root.get("PB") == "Hane" and root.get("PW") == "Yamashita"
    assert root.get("DT") == "2026-11-30" and root.get("RE") == "B+R" and root.get("RU") == "Chinese"
    assert data.index(b"RE[") < data.index(b";B[")


def test_komi_is_exact_and_never_in_zi():
    for zi, points in ((3.75, "7.5"), (3.25, "6.5"), (0, "0"), (2.75, "5.5"), (0.25, "0.5")):
        assert sgf.komi_points(zi) == points


NAMES = [
    "誠",
    "a]b",
    "back\\",
    "\\]",
    "]",
    "a\\]b\\\\",
    "[KGS] x:y",
    "two\nlines",
    "羽根直樹 九段",
    "",
    "é ü",
    ";B[aa]",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_survive_whatever_is_in_them(name):
    data, game = written(GO | {"black": name, "event": name}, move("black", "Q16"), move("white", "D4"))
    expected = name.replace("\n", " ")
    root = game.get_root()
    assert (root.get("PB") if root.has_property("PB") else "") == expected
    assert (root.get("EV") if root.has_property("EV") else "") == expected
    assert len(game.get_main_sequence()) == 3


@pytest.mark.parametrize("text", NAMES)
def test_comments_survive_and_keep_their_lines(text):
    note = {"at": 3661.5, "kind": "note", "rule": "", "side": "", "text": text or "note"}
    data, game = written(GO, move("black", "Q16"), note, move("white", "D4"))
    assert comments(game)[1] == "1:01:01 " + (text or "note")
    assert b"\x00" not in data


def test_moves_and_passes_in_order():
    """A pass is an empty value, also on 19x19 where old files wrote tt (software report sgf02, sgf03)."""
    data, game = written(GO, move("black", "A19"), move("white", None), move("black", "T1"), move("white", "J10"))
    got = [node.get_move() for node in game.get_main_sequence()[1:]]
    assert got == [("b", (18, 0)), ("w", None), ("b", (0, 18)), ("w", (9, 8))]
    assert b";B[aa];W[];B[ss];W[ij])" in data.replace(b"\n", b"")


def test_resignation_writes_no_pass():
    """Software reports sgf06, sgf09."""
    data, game = written(GO, move("black", "Q16"), {"at": 5, "kind": "end", "rule": "G7", "result": "W+R"})
    assert len(game.get_main_sequence()) == 2 and game.get_root().get("RE") == "W+R"


def test_renju_letters_run_from_the_top_and_keep_i():
    """H8 is hh, A1 is ao, and the column I is there (R1, software reports bug14 and bug18)."""
    data, game = written(RENJU, move("black", "H8"), move("white", "I8"), move("black", "A1"))
    assert b";B[hh];W[ih];B[ao])" in data.replace(b"\n", b"")
    assert game.get_root().get("GM") == 4 and not game.get_root().has_property("KM")


def test_times_after_each_move_and_periods_only_in_overtime():
    data, game = written(
        GO,
        move("black", "Q16", clock={"main_ms": 1795250, "periods": 3, "period_left_ms": 60000}),
        move("white", "D4", clock={"main_ms": 0, "periods": 2, "period_left_ms": 41000}),
        move("black", "Q4", clock={"main_ms": 0, "bank_ms": 512000, "moves_left": 7}),
    )
    one, two, three = game.get_main_sequence()[1:]
    assert one.get("BL") == 1795.25 and not one.has_property("OB")
    assert two.get("WL") == 41 and two.get("OW") == 2 and not two.has_property("OB")
    assert three.get("BL") == 512 and three.get("OB") == 7


def test_a_void_move_is_a_comment_and_not_a_move():
    """G20: the ko retaken at once is void; the turn it costs is a pass of its own."""
    data, game = written(
        GO,
        move("black", "Q16"),
        {"at": 8.0, "kind": "void", "rule": "G20", "side": "white", "point": "R16", "reason": "ko", "move": 1},
        {"at": 8.0, "kind": "warning", "rule": "G18.3", "side": "white", "point": "R16", "reason": "ko", "move": 1},
        move("white", None),
    )
    root, first, last = game.get_main_sequence()
    assert first.get("C").splitlines() == [
        "0:00:08 White R16 is void: the ko is retaken at once (G20)",
        "0:00:08 warning for White at R16: the ko is retaken at once (G18.3)",
    ]
    assert first.get("MA") == {(15, 16)} and first.get("HO") == 1
    assert last.get_move() == ("w", None)


def test_a_move_taken_back_is_no_longer_a_move():
    data, game = written(
        GO,
        move("black", "Q16"),
        move("white", "D4"),
        {"at": 8.0, "kind": "void", "rule": "", "side": "white", "point": "D4", "reason": "taken_back", "move": 1},
        move("white", "D3"),
    )
    assert [n.get_move() for n in game.get_main_sequence()[1:]] == [("b", (15, 15)), ("w", (2, 3))]
    assert "White D4 is void: taken back" in game.get_main_sequence()[1].get("C")


def test_what_was_ruled_on_a_line_that_was_taken_back_stays_where_play_goes_on():
    """Three moves taken back (G17.3): every void and every ruling between them is a comment at move 1, in order."""
    board = Recorder(time={"system": "absolute", "main_ms": 600000})
    for side, point in zip("bwbw", ("Q16", "D4", "Q4", "D16"), strict=True):
        board.move(side, point)
        if point == "Q4":
            board.command("warn", "white", rule="G17.5")
            board.command("set_time", "white", main_ms=300000)
    board.command("take_back", moves=3)
    for point in ("D16", "Q4", "D4"):
        board.put(None, point)
    for side, point in zip("wb", ("D3", "Q4"), strict=True):
        board.move(side, point)
    done = replay(board.game, bytes(board.records))
    assert done.same
    nodes = sgfmill_sgf.Sgf_game.from_bytes(sgf.write(done.game)).get_main_sequence()
    assert [node.get_move() for node in nodes[1:]] == [("b", (15, 15)), ("w", (2, 3)), ("b", (3, 15))]
    said = [line.split(" ", 1)[1] for line in nodes[1].get("C").splitlines()]
    assert said[:5] == [
        "warning for White: by the arbiter (G17.5)",
        "White's clock was set: 5:00 main time (G22.8)",
        "White D16 is void: taken back (G17.3)",
        "Black Q4 is void: taken back (G17.3)",
        "White D4 is void: taken back (G17.3)",
    ]
    assert nodes[1].has_property("MA") and nodes[1].get("HO") == 1


def test_an_illegal_move_that_was_kept_is_marked():
    """Field report C8, software report sgf37: the record holds it, marked KO[], and goes on."""
    data, game = written(GO, move("black", "Q16", reason="illegal_kept"), move("white", "D4"))
    assert game.get_main_sequence()[1].has_property("KO") and len(game.get_main_sequence()) == 3


def test_handicap_is_one_setup_with_ha_and_pl():
    """Field report E6, software reports sgf30, sgf32."""
    stones = ["D4", "Q16", "D16", "Q4", "K10"]
    start = {"at": 0, "kind": "start", "rule": "G2", "side": "white", "point": "", "black": stones, "white": []}
    data, game = written(GO | {"handicap": 5}, start, move("white", "R14"))
    root = game.get_root()
    black, white, empty = root.get_setup_stones()
    assert black == {(3, 3), (15, 15), (15, 3), (3, 15), (9, 9)} and not white and not empty
    assert root.get("HA") == 5 and root.get("PL") == "w" and data.count(b"AB[") == 1


def test_swap_of_colours_changes_the_names():
    """R2.5: names follow the colours."""
    data, game = written(RENJU, move("black", "H8"), {"at": 4, "kind": "swap", "rule": "R2.5", "side": "white"})
    assert game.get_root().get("PB") == "Yamashita" and game.get_root().get("PW") == "Hane"


def test_an_accepted_position_is_a_setup_node():
    """G17.5: the stones stay as they lie."""
    restart = {"at": 9, "kind": "restart", "rule": "G17.5", "side": "", "reason": "accepted"}
    restart["position"] = {"R16": "black", "Q16": None}
    data, game = written(GO, move("black", "Q16"), restart, move("white", "D4"))
    black, white, empty = game.get_main_sequence()[2].get_setup_stones()
    assert black == {(15, 16)} and empty == {(15, 15)}
    assert len(game.get_main_sequence()) == 4


def test_a_board_that_met_no_computer_says_that_the_date_is_not_known():
    """Field report E12."""
    data, game = written(GO | {"date": None}, move("black", "Q16"))
    assert not game.get_root().has_property("DT") and "date is not known" in comments(game)[0]


SABAKI = """
const sgf = require('@sabaki/sgf')
const root = sgf.parse(require('fs').readFileSync(0, 'utf8'))[0]
const nodes = []
for (let node = root; node; node = node.children[0]) nodes.push(node.data)
console.log(JSON.stringify(nodes))
"""


@pytest.fixture(scope="session")
def sabaki():
    """A folder with Sabaki's own SGF reader, kept from one run to the next."""
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("no node on this machine: Sabaki's reader runs under node only")
    folder = Path(__file__).parents[2] / "build" / "sabaki"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules" / "@sabaki" / "sgf").is_dir():
        command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), "@sabaki/sgf@3.4.7"]
        if subprocess.run(command, capture_output=True, timeout=120).returncode:
            pytest.skip("npm cannot fetch @sabaki/sgf: no registry can be reached")
    return folder


def test_sabaki_reads_the_same(sabaki):
    name = "誠 a]b\\"
    note = {"at": 1, "kind": "note", "rule": "", "side": "", "text": "x\\]\n誠;B[aa]"}
    data, _ = written(GO | {"black": name}, move("black", "Q16"), note, move("white", None))
    run = subprocess.run(["node", "-e", SABAKI], input=data, capture_output=True, cwd=sabaki, check=True, timeout=60)
    root, first, second = json.loads(run.stdout)
    assert root["PB"] == [name] and root["CA"] == ["UTF-8"] and root["KM"] == ["7.5"]
    assert first["B"] == ["pd"] and first["C"] == ["0:00:01 x\\]\n誠;B[aa]"]
    assert second["W"] == [""]
