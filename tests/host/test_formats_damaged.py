"""Files damaged at random: a record, or one clear line; never anything else."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tengen import formats, sgf, show
from tengen.errors import TengenError
from tengen.kifu_board import final_position
from tengen.load import from_kifu
from tengen.verify import check_kifu

GAMES = Path(__file__).resolve().parent.parent / "cases" / "games"
SEEDS = [
    (GAMES / "club-974f.sgf").read_bytes()[:900],
    (GAMES / "renju-3i.sgf").read_bytes(),
    "(;GM[1]SZ[9]CA[GB18030]PB[古力]KM[3.75]AB[aa:cc]AE[bb]PL[W];W[dd]C[a\\]b];B[];W[tt](;B[ee])(;B[ff]))".encode(
        "gb18030"
    ),
    b"Piskvorky 20x20, 0:0, 0\n2,10,0\n5,10,0\n6,11,1\n-1\n",
    b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + bytes([0x78, 0, 0x68, 0x88]) + b"good\x00\x00" + bytes([0x59, 0x40]),
    b'<?xml version="1.0"?><database><player id="1"/><game id="1" black="1"><move>h8 h9</move></game></database>',
    b"1. h8 2. i9 3. j10 -- h7",
]
MANY = settings(max_examples=400, deadline=None, derandomize=True, database=None)


def readable(data):
    """Read bytes as ``formats.read`` does, replay them, and show and write the same final position."""
    for reader in formats.READERS:
        if reader.recognises(data):
            kifu = reader.read(data, "1")
            report = check_kifu(kifu, "x")
            assert report.moves == len(kifu.moves)
            assert all(1 <= problem.move <= report.moves for problem in report.problems)
            board = final_position(kifu)
            assert len(board.grid) == kifu.size**2 and max(board.grid) <= 2
            game = from_kifu(kifu)
            shown = show.position(game)
            assert [shown.get(p, 0) for p in range(len(board.grid))] == list(board.grid)
            again = formats.sgf.read(sgf.write(game))
            if not kifu.moves or all(move.point >= 0 for move in kifu.moves):
                assert list(final_position(again).grid) == list(board.grid)
            return


def survive(data):
    try:
        readable(data)
    except TengenError as error:
        assert str(error) and "\n" not in str(error)


@MANY
@given(st.sampled_from(SEEDS), st.data())
def test_bytes_changed_removed_and_doubled(seed, data):
    changed = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, max(len(changed) - 1, 0)))
        what = data.draw(st.sampled_from(["change", "remove", "double", "cut"]))
        if not changed:
            break
        if what == "change":
            changed[at] = data.draw(st.sampled_from(b"[]();\\:BWAab \x00\xff\xb0") | st.integers(0, 255))
        elif what == "remove":
            del changed[at : at + data.draw(st.integers(1, 20))]
        elif what == "double":
            changed[at:at] = changed[at : at + data.draw(st.integers(1, 40))]
        else:
            del changed[at:]
    survive(bytes(changed))


@MANY
@given(
    st.binary(max_size=80),
    st.sampled_from([b"", b"(;", b"(;SZ[", b"\xffRenLib\xff", b"Piskvorky 15x15,", b"<game", b"h8"]),
)
def test_random_bytes(data, head):
    survive(head + data)


def test_every_game_cut_off_anywhere():
    for path in (GAMES / "renju-4d.sgf", GAMES / "club-19c5.sgf"):
        whole = path.read_bytes()
        for end in range(0, len(whole), 37):
            survive(whole[:end])
