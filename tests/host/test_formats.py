"""Game records as people have them are read right: SGF of many programs, psq, RenLib, RenjuNet, plain moves.

The ids sgfNN and bugNN are field reports of other programs.
"""

import json
from pathlib import Path

import pytest
from sgfmill import sgf as sgfmill_sgf

from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE, to_sgf
from tengen import formats
from tengen.errors import TengenError
from tengen.formats import letters, psq, renjunet, renlib, sgf
from tengen.kifu import NOWHERE

CASES = Path(__file__).resolve().parent.parent / "cases"
GAMES = sorted((CASES / "games").glob("*.sgf"))
LETTERS = {EMPTY: "-", BLACK: "B", WHITE: "W"}


def sgf_cases():
    with (CASES / "sgf_reading.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def written(move, size):
    if move.point == NOWHERE:
        return f"{LETTERS[move.color]}?{move.written}"
    return LETTERS[move.color] + to_sgf(move.point, size)


def stones(found, size):
    return sorted(LETTERS[color] + to_sgf(point, size) for point, color in found.items())


@pytest.mark.parametrize("case", sgf_cases(), ids=lambda case: case["id"])
def test_sgf_as_people_have_it(case):
    kifu = sgf.read(case["sgf"].encode())
    expect = case["expect"]
    found = {
        "moves": [written(move, kifu.size) for move in kifu.moves],
        "setup": stones(kifu.setup, kifu.size),
        "edits": {str(i): sorted(stones(m.edits, kifu.size)) for i, m in enumerate(kifu.moves) if m.edits},
        "comments": [move.comment for move in kifu.moves],
        "names": [kifu.point_name(move.point) for move in kifu.moves],
        "first": LETTERS[kifu.first_color],
        "damaged": bool(kifu.damage),
    }
    expect.setdefault("damaged", False)
    noted = expect.pop("noted", None)
    if "edits" in expect:
        expect["edits"] = {number: sorted(points) for number, points in expect["edits"].items()}
    for key, value in expect.items():
        assert found.get(key, getattr(kifu, key, None)) == value, (case["about"], key)
    if noted:
        assert any(noted in note for note in kifu.notes), kifu.notes


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_main_lines_are_those_of_sgfmill(path):
    theirs = sgfmill_sgf.Sgf_game.from_bytes(path.read_bytes())
    kifu = formats.read(path)
    moves = []
    for node in theirs.get_main_sequence():
        color, at = node.get_move()
        if color:
            size = theirs.get_size()
            moves.append((color, NO_POINT if at is None else (size - 1 - at[0]) * size + at[1]))
    assert [("-bw"[move.color], move.point) for move in kifu.moves] == moves
    assert kifu.size == theirs.get_size()
    black, white, _ = theirs.get_root().get_setup_stones()
    size = theirs.get_size()
    assert {p for p, c in kifu.setup.items() if c == BLACK} == {(size - 1 - r) * size + c for r, c in black}
    assert len(kifu.setup) == len(black) + len(white)


NAME = "古力 vs 李世石"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
@pytest.mark.parametrize("label", ["", "CA[UTF-8]", "CA[GB18030]", "CA[gb2312]"])
def test_chinese_whatever_the_label(codec, label):
    # A wrong or missing CA is common; UTF-8 shows by itself, and GB18030 by its pairs.
    text = f"(;GM[1]{label}SZ[19]PB[{NAME}]C[第一手。白棋很好];B[pd]C[好棋];W[dd])"
    kifu = sgf.read(text.encode(codec))
    assert (kifu.black, kifu.comment, len(kifu.moves)) == (NAME, "第一手。白棋很好", 2)
    assert kifu.moves[0].comment == "好棋"


@pytest.mark.parametrize(
    ("codec", "label", "text"),
    [
        # Characters whose second byte is a backslash or a bracket: 誠 in GB18030, 功 in Big5, 表 and ソ in Shift-JIS.
        ("gb18030", "GB18030", "誠碶許"),
        ("big5", "Big5", "功許蓋"),
        ("cp932", "Shift_JIS", "表ソ能"),
        ("euc_kr", "EUC-KR", "이세돌"),
        ("cp1252", "ISO-8859-1", "Müller"),
        ("cp1252", "", "Müller"),
    ],
)
def test_other_character_sets(codec, label, text):
    data = f"(;GM[1]{f'CA[{label}]' if label else ''}SZ[9]PB[{text}];B[aa];W[bb])".encode(codec)
    kifu = sgf.read(data)
    assert (kifu.black, len(kifu.moves)) == (text, 2)


def test_utf_8_cut_off_in_a_character():
    data = "(;SZ[9];B[aa];W[bb]C[很好".encode()[:-1]
    kifu = sgf.read(data)
    assert (len(kifu.moves), kifu.moves[1].comment) == (2, "很")
    assert "after move 2" in kifu.damage


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[1]SZ[21];B[aa])", "SZ[21]"),
        ("(;GM[1]SZ[1];B[aa])", "SZ[1]"),
        ("(;GM[1]SZ[19:15];B[aa])", "square"),
        ("(;GM[1]SZ[big];B[aa])", "SZ[big]"),
        ("(;GM[2]SZ[8];B[aa])", "GM[2]"),
    ],
)
def test_what_cannot_be_played_is_said(text, words):
    with pytest.raises(TengenError) as said:
        sgf.read(text.encode())
    assert words in str(said.value) and "\n" not in str(said.value)


def test_the_second_game_of_a_collection():
    data = b"(;SZ[9];B[aa])(;SZ[9];B[bb](;W[cc])(;W[dd]))"
    assert [written(m, 9) for m in sgf.read(data, "2").moves] == ["Bbb", "Wcc"]
    with pytest.raises(TengenError, match="no game 3"):
        sgf.read(data, "3")


def test_deep_nesting_needs_no_recursion():
    data = b"(;SZ[9]" + b"(;C[x]" * 20000 + b";B[aa];W[bb]" + b")" * 20000 + b")"
    assert [move.written for move in sgf.read(data).moves] == ["aa", "bb"]


PSQ = (
    "Piskvorky 20x20, 0:0, 0\n2,10,0\n5,10,0\n6,11,1\n7,9,0\n6,10,1\n8,8,884\n6,8,2506\n7,7,784\n6,7,696\n9,10,560\n"
    "6,12,1379\n17,5,2470\n-1\n"
)


def test_psq_counts_from_the_top_left_and_from_one():
    # bug04: twelve moves; Black's sixth column then has 7, 8, 10, 11, 12 from the top.
    kifu = psq.read(PSQ.encode())
    assert (kifu.size, kifu.variant, kifu.variant_known, len(kifu.moves)) == (20, "free", False, 12)
    assert [kifu.point_name(m.point) for m in kifu.moves[:3]] == ["B11", "E11", "F10"]
    assert [m.color for m in kifu.moves[:3]] == [BLACK, WHITE, BLACK]
    assert not kifu.damage


def test_psq_with_names_off_board_and_cut_off():
    kifu = psq.read(
        b"Piskvorky 15x15, 1:1, 0\r\n8,8,10\r\n16,8,20\r\nC:\\ai\\pbrain-one.exe\r\npbrain-two.zip\r\n0\r\n-1\r\n"
    )
    assert [m.point for m in kifu.moves] == [112, NOWHERE]
    assert (kifu.black, kifu.white, kifu.damage) == ("pbrain-one", "pbrain-two", "")
    assert "after move 1" in psq.read(b"Piskvorky 15x15, 11:11, 0\n8,8,10\n").damage
    for head in (b"Piskvorky 15x10, 0:0, 0\n", b"Piskvorky 40x40, 0:0, 0\n"):
        with pytest.raises(TengenError, match="5 to 20"):
            psq.read(head)


HEAD = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10


def test_renlib_main_line():
    # h8 (column 8, row 7 from the top), h9, with a comment, then i10 as the end of the branch; a sibling follows.
    nodes = bytes([0x78, 0x00, 0x68, 0x88]) + b"good\x00\x00" + bytes([0x59, 0x40, 0x58, 0x40])
    kifu = renlib.read(HEAD + nodes)
    assert [kifu.point_name(m.point) for m in kifu.moves] == ["H8", "H9", "I10"]
    assert kifu.moves[1].comment == "good" and not kifu.damage
    assert any("main line" in note for note in kifu.notes)


def test_renlib_with_an_empty_root_more_flags_and_a_board_text():
    nodes = bytes([0x00, 0x08]) + b"lib\x00" + bytes([0x78, 0x01, 0x01, 0x00]) + b"A\x00" + bytes([0x68, 0x40])
    kifu = renlib.read(HEAD + nodes)
    assert [kifu.point_name(m.point) for m in kifu.moves] == ["H8", "H9"]
    assert kifu.comment == "lib"
    assert [m.color for m in kifu.moves] == [BLACK, WHITE]


def test_renlib_cut_off_and_empty():
    kifu = renlib.read(HEAD + bytes([0x78, 0x00]))
    assert len(kifu.moves) == 1 and "after move 1" in kifu.damage
    with pytest.raises(TengenError, match="without any move"):
        renlib.read(HEAD)


RIF = """<?xml version="1.0" encoding="UTF-8"?>
<database version="10">
<players><player id="7" name="Mei" surname="Fan"/><player id="9" name="Artur" surname="Tamioła"/></players>
<rules><rule id="4" name="Taraguchi-10"/></rules>
<tournaments><tournament id="3" name="World Championship" year="2011"/></tournaments>
<games>
<game id="101" tournament="3" rule="4" black="7" white="9" bresult="1">
<move>h8 h9 i10 i9</move><info>final</info></game>
<game id="102" tournament="3" rule="4" black="9" white="7" bresult="0.5"><move>h8 i9 p16 -- j9</move></game>
</games></database>
"""


def test_renjunet_games():
    kifu = renjunet.read(RIF.encode())
    assert (kifu.black, kifu.white, kifu.event, kifu.rule_text) == (
        "Mei Fan",
        "Artur Tamioła",
        "World Championship",
        "Taraguchi-10",
    )
    assert (kifu.result, kifu.date, kifu.comment) == ("B+", "2011", "final")
    assert [kifu.point_name(m.point) for m in kifu.moves] == ["H8", "H9", "I10", "I9"]
    for chosen in ("2", "id=102"):
        second = renjunet.read(RIF.encode(), chosen)
        assert second.result == "Draw" and second.black == "Artur Tamioła"
        assert [m.point for m in second.moves][2:4] == [NOWHERE, NO_POINT]
    with pytest.raises(TengenError, match="no game"):
        renjunet.read(RIF.encode(), "id=5")


def test_renjunet_damaged_and_hostile():
    cut = RIF[: RIF.index('<game id="102"') + 30].encode()
    kifu = renjunet.read(cut)
    assert len(kifu.moves) == 4 and "damaged" in kifu.damage
    with pytest.raises(TengenError, match="entity"):
        renjunet.read(b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "b">]><database><game/></database>')
    with pytest.raises(TengenError, match="without any"):
        renjunet.read(b"<?xml version='1.0'?><database></database>")


@pytest.mark.parametrize(
    "text",
    ["h8i9j10", "H8 I9 J10", "1. h8 2. i9 3. j10", "1.h8 i9\n2.j10", "h8,i9,j10;", "h8-i9-j10", "\ufeffh8i9j10\n"],
)
def test_plain_moves(text):
    kifu = letters.read(text.encode())
    assert [kifu.point_name(m.point) for m in kifu.moves] == ["H8", "I9", "J10"]
    assert [m.color for m in kifu.moves] == [BLACK, WHITE, BLACK] and not kifu.damage


def test_plain_moves_off_the_board_passes_and_rubbish():
    kifu = letters.read(b"h8p9i16--i9 what h9")
    assert [m.point for m in kifu.moves[1:4]] == [NOWHERE, NOWHERE, NO_POINT]
    assert len(kifu.moves) == 5 and "after move 5" in kifu.damage


def test_a_long_string_with_rows_of_five_is_read_without_judging():
    # bug03: filler moves make fives on the way; f7 is taken.
    text = (
        "h8h9i8i9j9h10j10g11f12k7b1a1c1d1e1f1g1h1i1j1k1l1m1n1o1a2b2c2d2e2f2g2h2i2j2k2l2m2n2o2a3b3c3d3e3f3g3h3i3j3k3l3m3n3"
        "o3a4b4a5c4d4e4f4g4h4i4j4k4l4m4n4o4b5c5d5e5f5g5h5i5j5k5l5m5n5o5a6b6c6d6e7e6f6f7g6"
    )
    kifu = letters.read(text.encode())
    points = [m.point for m in kifu.moves]
    assert (len(points), len(set(points)), NOWHERE in points) == (94, 94, False)
    assert sum(m.color == BLACK for m in kifu.moves) == 47


def test_formats_are_told_by_their_content(tmp_path):
    for number, (data, name) in enumerate(
        [
            (b"(;SZ[9];B[aa])", "sgf"),
            (PSQ.encode(), "psq"),
            (HEAD + bytes([0x78, 0x40]), "renlib"),
            (RIF.encode(), "renjunet"),
            (b"h8i9", "letters"),
        ]
    ):
        path = tmp_path / f"{number}.dat"
        path.write_bytes(data)
        assert formats.read(path).format == name


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02" * 50, b"hello world", b"PK\x03\x04zip", b"(no game)"])
def test_what_is_no_record_is_one_clear_line(tmp_path, data):
    path = tmp_path / "x.sgf"
    path.write_bytes(data)
    with pytest.raises(TengenError) as said:
        formats.read(path)
    assert str(path) in str(said.value) and "\n" not in str(said.value)


def test_a_missing_file_and_a_folder(tmp_path):
    for path in (tmp_path / "none.sgf", tmp_path):
        with pytest.raises(TengenError, match="cannot read"):
            formats.read(path)
