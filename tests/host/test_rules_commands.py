"""``tengen verify``, ``forbidden`` and ``score``: the keys of their answers, exit status, and right answers."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from shared_rules.points import name, parse
from shared_rules.renju import DOUBLE_THREE, FIVE, RenjuBoard
from tengen.commands import forbidden, score, verify
from tengen.errors import TengenError
from tengen.verify import SOURCES, Report, Settings, check_file

CASES = Path(__file__).resolve().parent.parent / "cases"


def lines(file):
    with (CASES / file).open(encoding="utf-8") as found:
        return [json.loads(line) for line in found]


@pytest.fixture
def run(capsys):
    """Run a command: ``(exit status, answers, what it said on stderr)``."""
    app = typer.Typer(pretty_exceptions_enable=False)
    app.callback()(lambda: None)
    for command in (verify, forbidden, score):
        command.register(app)

    def call(*words):
        status = app([str(word) for word in words], standalone_mode=False) or 0
        out, err = capsys.readouterr()
        return status, out if "--text" in words else [json.loads(line) for line in out.splitlines()], err

    return call


@pytest.fixture
def record(tmp_path):
    """Write a record and give its path."""

    def write(text, file="game.sgf"):
        path = tmp_path / file
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def kinds(found):
    return [(problem["move"], problem["kind"], problem["point"], problem["rule"]) for problem in found["problems"]]


def set_up(ident, names):
    """Renju points as set-up stones."""
    letters = (chr(ord("a") + "abcdefghijklmno".index(n[0])) + chr(ord("a") + 15 - int(n[1:])) for n in names)
    return ident + "".join(f"[{point}]" for point in letters) if names else ""


def sgf_of(case, next_move=""):
    moves = "".join(f";{move[0]}[{move[1:]}]" for move in (case["moves"] + " " + next_move).split())
    return f"(;GM[1]SZ[{case['size']}]{moves})"


@pytest.mark.parametrize("reading", ["positional", "situational", "none"])
def test_verify_finds_what_the_cases_say(record, reading):
    # G4 to G6; the same 243 positions as the cores, through SGF.
    for case in lines("go_play.jsonl"):
        expect = case["expect"].get(reading)
        if not expect or len(case["moves"]) > 3000 or case["next"][1:] in ("", "tt"):  # tt is a pass in SGF
            continue
        found = check_file(record(sgf_of(case, case["next"])), Settings(superko=reading)).as_object()
        last = found["moves"]
        problems = [(move, kind) for move, kind, _, _ in kinds(found) if kind not in ("turn", "after_end")]
        if expect["result"] == "ok":
            assert problems == [], case["id"]
            taken = [points for move, points in found["captures"] if move == last]
            names = sorted(name(_point(p, case["size"]), case["size"], "go") for p in expect["captures"])
            assert sorted(taken[0] if taken else []) == names, case["id"]
        else:
            assert problems == [(last, expect["result"])], case["id"]


def _point(letters, size):
    return (ord(letters[1]) - 97) * size + ord(letters[0]) - 97


def test_verify_answers_with_the_keys_of_the_contract(run, record):
    path = record("(;GM[1]SZ[9]RE[W+3.5];B[ba];W[aa];B[ab];W[ee];B[ee])")
    status, (found,), _ = run("verify", path, "--json")
    assert status == 1
    assert {"file", "game", "size", "moves", "captures", "problems", "result"} <= set(found)
    assert (found["file"], found["game"], found["size"], found["moves"]) == (str(path), "go", 9, 5)
    assert found["captures"] == [[3, ["A9"]]]
    assert found["problems"] == [{"move": 5, "rule": "G2", "kind": "occupied", "point": "E5"}]
    assert found["result"] == "W+3.5"


def test_verify_every_game_of_the_collection(run):
    # All are real or engine games; the four that repeat a position are the ones that GNU Go refuses positionally.
    paths = sorted((CASES / "games").glob("*.sgf"))
    status, found, _ = run("verify", *paths, "--json")
    assert len(found) == len(paths) and status == 1
    wrong = {Path(f["file"]).stem for f in found if f["problems"]}
    assert wrong == {"filllib10", "incident74", "pending-ko6", "reading41"}
    assert {problem["kind"] for f in found for problem in f["problems"]} == {"superko"}
    status, found, _ = run("verify", *paths, "--json", "--set", "superko=none")
    assert status == 0 and not any(f["problems"] for f in found)


@pytest.mark.parametrize(
    ("moves", "expect"),
    [
        ("B[aa];W[bb];W[cc]", [(3, "turn", "C7", "G17.2")]),
        ("W[aa];B[bb]", [(1, "turn", "A9", "G2")]),
        ("B[aa];W[bb];B[jj];W[cc]", [(3, "off_board", "jj", "G2")]),
        ("B[aa];W[];B[];W[bb];B[cc]", [(4, "after_end", "B8", "G7")]),
        ("B[aa];W[];B[];W[]", []),
        ("B[ab];W[ii];B[ba];W[aa];B[hh]", [(4, "suicide", "A9", "G5")]),
        ("B[aa];W[aa];B[ab]", [(2, "occupied", "A9", "G2")]),
    ],
)
def test_verify_names_each_kind_of_problem_in_go(run, record, moves, expect):
    status, (found,), _ = run("verify", record(f"(;GM[1]SZ[9];{moves})"), "--json")
    assert kinds(found) == expect
    assert status == (1 if expect else 0)


@pytest.mark.parametrize(
    ("text", "expect", "result"),
    [
        # h8 is a double three (R2.19); White plays on (R10.1.3), so it is a problem of the record, not its end.
        ("g8a1i8c1h7e1h9g1h8a15", [(9, "double_three", "H8", "R2.19")], ""),
        ("e8a1f8c1g8e1h9g1h10i1h11k1h8", [(13, "double_four", "H8", "R2.19")], ""),
        ("e8a1f8c1g8e1i8g1j8i1h8", [(11, "overline", "H8", "R2.19")], ""),
        # White's six wins (R10.1.1)
        ("a1e8a3f8a5g8a7i8a9j8a11h8", [], "W+"),
        # Five ends the game, and is said once; what follows is no longer judged.
        ("d8a1e8c1f8e1g8g1h8i1i8k1", [(10, "after_end", "I1", "R10.1.1")], "B+"),
        ("h8i9h8", [(3, "occupied", "H8", "R2.1")], ""),
        ("h8q9", [(2, "off_board", "q9", "R2.1")], ""),
        ("h8i9----a1", [(5, "after_end", "A1", "R10.2")], "Draw"),
    ],
)
def test_verify_judges_renju(run, record, text, expect, result):
    status, (found,), _ = run("verify", record(text, "moves.txt"), "--json")
    assert kinds(found) == expect
    assert (found["game"], found["result"], status) == ("renju", result, 1 if expect else 0)


def test_verify_names_several_reasons_of_one_move(run, record):
    # Two threes and two fours at once: each reason is a problem.
    setup = set_up("AB", ["h9", "h10", "h11", "e8", "f8", "g8", "i9", "j10", "g9", "f10"])
    status, (found,), _ = run("verify", record(f"(;GM[4]SZ[15]RU[renju]{setup}PL[B];B[hh])"), "--json")
    assert [kind for _, kind, _, _ in kinds(found)] == ["double_four", "double_three"]


def test_one_psq_under_three_rules(run, record):
    # bug04: with Black's 6,9 (f12) added, six in a row.
    moves = (
        "2,10,0\n5,10,0\n6,11,1\n7,9,0\n6,10,1\n8,8,884\n6,8,2506\n7,7,784\n6,7,696\n9,10,560\n6,12,1\n17,5,2\n6,9,1\n"
    )
    path = record(f"Piskvorky 20x20, 0:0, 0\n{moves}-1\n", "game.psq")
    for variant, result, problems in (("free", "B+", []), ("exact", "", []), ("renju", "", ["overline"])):
        _, (found,), _ = run("verify", path, "--set", f"variant={variant}", "--json")
        assert (found["result"], [p["kind"] for p in found["problems"]]) == (result, problems)
    _, (found,), _ = run("verify", path, "--json")
    assert found["result"] == "B+" and any("no variant" in note for note in found["notes"])
    _, (found,), _ = run("verify", path, "--preset", "gomoku-exact", "--json")
    assert found["variant"] == "exact"


def test_verify_says_where_a_file_is_damaged_and_reads_up_to_there(run, record):
    path = record("(;GM[1]SZ[9];B[aa];W[bb];B[aa];W[c")
    status, (found,), said = run("verify", path, "--json")
    assert (status, found["moves"], kinds(found)) == (1, 3, [(3, "occupied", "A9", "G2")])
    assert "after move 3" in found["damage"] and found["damage"] in said


def test_one_unreadable_file_does_not_hide_the_others(run, record, tmp_path):
    good, bad = record("(;SZ[9];B[aa])"), record("nothing", "bad.sgf")
    status, found, said = run("verify", bad, good, tmp_path / "missing.sgf", "--json")
    assert status == 2 and [f["file"] for f in found] == [str(good)]
    assert len(said.splitlines()) == 2 and "bad.sgf" in said and "missing.sgf" in said


def test_handicap_and_set_up_games_have_no_turn_problem(run, record):
    for text in (
        "(;GM[1]SZ[19]HA[2]AB[pd][dp];W[dd];B[pp])",
        "(;GM[1]SZ[19]HA[2];B[pd];B[dp];W[dd];B[pp])",  # stones played one after the other
        "(;GM[1]SZ[19]HA[2];W[dd];B[pp])",
        "(;GM[1]SZ[9]AB[aa]AW[bb];B[cc];W[dd])",
        "(;GM[1]SZ[9]AB[aa]PL[W];W[cc];B[dd])",
    ):
        status, (found,), _ = run("verify", record(text), "--json")
        assert found["problems"] == [] and status == 0, text
    _, (found,), _ = run("verify", record("(;GM[1]SZ[19]HA[2];B[pd];B[dp];B[dd])"), "--json")
    assert kinds(found) == [(3, "turn", "D16", "G17.2")]


def test_stones_set_up_in_the_middle(run, record):
    _, (found,), _ = run("verify", record("(;GM[1]SZ[9];B[ba];AW[aa]AB[bb];W[ii];B[ab])"), "--json")
    assert found["captures"] == [[3, ["A9"]]] and found["problems"] == []


def test_the_result_of_the_board_is_compared(run, record):
    _, (found,), _ = run(
        "verify", record("(;GM[4]SZ[15]RU[renju]RE[W+R];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])")
    )
    assert found["result"] == "W+R" and any("board shows B+" in note for note in found["notes"])


def test_the_opening_is_named(run):
    _, (found,), _ = run("verify", CASES / "games" / "renju-4d.sgf", "--json")
    assert found["opening"] == {"code": "4D", "english": "flower moon", "chinese": "花月"}


def test_settings_that_do_not_exist(run, record):
    path = record("(;SZ[9];B[aa])")
    for words in (["--set", "superko=japanese"], ["--set", "colour=red"], ["--set", "x"], ["--preset", "chess"]):
        with pytest.raises(TengenError) as said:
            run("verify", path, *words)
        assert "\n" not in str(said.value)


def test_other_sources_can_be_checked(record):
    def check(path, data, settings):
        return Report(str(path), "go", 19, 7, result=data.decode())

    SOURCES.append((lambda data: data.startswith(b"BOARD"), check))
    try:
        assert check_file(record("BOARD x"), Settings()).moves == 7
    finally:
        SOURCES.pop()


@pytest.mark.parametrize("words", [["verify"], ["verify", "--colour"], ["score", "--dead"], ["forbiden"]])
def test_wrong_command_lines_are_one_line_and_status_2(words):
    done = subprocess.run([Path(sys.executable).with_name("tengen"), *words], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tengen: ") and len(done.stderr.splitlines()) == 1


def test_the_command_ends_with_the_status_of_its_files(record):
    good, bad = record("(;SZ[9];B[aa])"), record("(;SZ[9];B[aa];W[aa])", "bad.sgf")
    for paths, status in (([good], 0), ([good, bad], 1), ([good, bad, "missing.sgf"], 2)):
        done = subprocess.run(
            [Path(sys.executable).with_name("tengen"), "verify", *paths], capture_output=True, text=True
        )
        assert done.returncode == status
        assert len(done.stdout.splitlines()) == len([p for p in paths if p != "missing.sgf"])


@pytest.mark.parametrize("charset", ["cp1252", "ascii", "utf-8"])
def test_names_and_stones_are_printed_whatever_the_systems_character_set(record, charset):
    """Windows gives a pipe its own set, in which there is neither 柯洁 nor a stone."""
    path = record("(;SZ[9]PB[柯洁];B[aa])")
    tengen = Path(sys.executable).with_name("tengen")
    for words in (["show", path], ["show", path, "--json"], ["export", path]):
        done = subprocess.run([tengen, *words], capture_output=True, env={"PYTHONIOENCODING": charset, "PATH": ""})
        assert done.returncode == 0 and "柯洁" in done.stdout.decode("utf-8"), done.stderr


def test_verify_in_words(run, record):
    _, said, _ = run("verify", record("(;GM[1]SZ[9];B[aa];W[aa])"), "--text")
    assert "1 problem\n" in said and "move 2 A9: occupied (G2)" in said


def test_forbidden_points_of_every_map(run, record):
    # R2.19; where a point has several reasons overline is named first, then double four.
    words = {"6": "overline", "44": "double_four", "33": "double_three"}
    boards = lines("renju_maps.jsonl")
    paths = []
    for case in boards:
        stones = set_up("AB", case["black"]) + set_up("AW", case["white"])
        paths.append(record(f"(;GM[4]SZ[15]{stones})", f"{case['id']}.sgf"))
    status, found, _ = run("forbidden", *paths, "--json")
    assert status == 0
    for case, answer in zip(boards, found, strict=True):
        expect = {p.upper(): {words[reason] for reason in reasons} for p, reasons in case["forbidden"].items()}
        assert {p: set(reasons) for p, reasons in answer["reasons"].items()} == expect, case["id"]
        first = ("overline", "double_four", "double_three")
        assert answer["points"] == {p: next(w for w in first if w in r) for p, r in expect.items()}
        assert answer["fives"]["black"] == sorted_points(case["win_points"]["black_renju"])


def sorted_points(names):
    """From the top left, as a board is read."""
    return [n.upper() for n in sorted(names, key=lambda n: (-int(n[1:]), n[0]))]


def test_forbidden_points_in_reports_of_other_programs():
    # The published mistakes of other programs, each with its right answer.
    words = {"none": 0, "33": DOUBLE_THREE, "win": FIVE}
    for case in lines("renju_reports.jsonl"):
        board = RenjuBoard(15, {"freestyle": "free"}.get(case["rule"], case["rule"]))
        for color, side in ((1, "black"), (2, "white")):
            for text in case[side]:
                board.place(parse(text, 15, "renju"), color)
        made = board.judge(parse(case["point"], 15, "renju"), {"black": 1, "white": 2}[case["color"]])
        assert made == words[case["expect"]], (case["id"], case["about"])


def test_the_only_defence_is_forbidden(run, record):
    # bug02: White threatens five on g7, which is a double three for Black.
    stones = set_up("AB", ["h8", "f6", "f7", "h7", "g2"]) + set_up("AW", ["g6", "g5", "g4", "g3", "a1"])
    _, (found,), _ = run("forbidden", record(f"(;GM[4]SZ[15]{stones})"), "--json")
    assert found["points"] == {"G7": "double_three"} and found["fives"] == {"black": [], "white": ["G7"]}


def test_forbidden_after_rows_of_five(run, record):
    # bug03: a record that passes rows of five on its way is read to its end.
    text = (
        "h8h9i8i9j9h10j10g11f12k7b1a1c1d1e1f1g1h1i1j1k1l1m1n1o1a2b2c2d2e2f2g2h2i2j2k2l2m2n2o2a3b3c3d3e3f3g3h3i3j3k3l3m3n3"
        "o3a4b4a5c4d4e4f4g4h4i4j4k4l4m4n4o4b5c5d5e5f5g5h5i5j5k5l5m5n5o5a6b6c6d6e7e6f6f7g6"
    )
    _, (found,), _ = run("forbidden", record(text, "pos.txt"), "--json")
    assert found["points"] == {"J8": "double_three"}


def test_forbidden_draws_the_board(run, record):
    _, drawn, _ = run("forbidden", record("g8a1i8c1h7e1h9g1", "moves.txt"), "--text")
    rows = {line.split()[0]: line.split()[1:-1] for line in drawn.splitlines() if re.match(r" *\d+ ", line)}
    assert len(rows) == 15
    assert (rows["8"][6], rows["8"][7], rows["8"][8]) in (("●", "3", "●"), ("X", "3", "X"))
    assert rows["1"][0] in ("○", "O") and rows["4"][3] == "+"
    assert "H8: double three" in drawn


def test_forbidden_of_a_go_labelled_file(run, record):
    _, (found,), _ = run("forbidden", record("(;GM[1]SZ[15]KM[6.5]AB[gh][ih][hi][hg])"), "--json")
    assert found["points"] == {"H8": "double_three"}


def fraction(text):
    whole, _, part = text.partition("/")
    return int(whole) / int(part or 1)


def test_score_of_every_case(run, record):
    # G9, G11, G24 through SGF; komi, dead stones and warnings from the command line.
    for case in lines("go_score.jsonl"):
        stones = "".join(
            f"{ident}{''.join(f'[{p}]' for p in case[side].split())}"
            for ident, side in (("AB", "black"), ("AW", "white"))
            if case[side]
        )
        dead = ",".join(name(_point(p, 19), 19, "go") for p in case["dead"].split())
        words = ["--dead", dead, "--komi-zi", str(fraction(case["komi_zi"]))]
        for side in ("black", "white"):
            if case["warnings"][side]:
                words += ["--warnings", f"{side}={case['warnings'][side]}"]
        status, (found,), _ = run("score", record(f"(;GM[1]SZ[19]{stones})"), "--json", *words)
        expect = case["expect"]
        margin = fraction(expect["margin_zi"])
        assert (found["black_zi"], found["white_zi"]) == (fraction(expect["black_zi"]), fraction(expect["white_zi"]))
        assert (found["neutral"], found["margin_zi"], found["result"]) == (
            expect["neutral_points"],
            margin,
            expect["RE"],
        )
        assert found["winner"] == ("black" if margin > 0 else "white" if margin < 0 else "draw")
        assert status == 0


def test_score_takes_komi_from_the_record(run, record):
    text = "(;GM[1]SZ[5]KM[1.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa][ab])"
    _, (found,), _ = run("score", record(text), "--json", "--dead", "A5,A4")
    assert (found["black_zi"], found["white_zi"], found["komi_zi"]) == (15, 10, 0.75)
    assert (found["margin_zi"], found["winner"], found["neutral"]) == (1.75, "black", 0)
    _, (alive,), _ = run("score", record(text), "--json")
    assert alive["neutral"] == 8 and len(alive["large_neutral"][0]) == 8


def test_score_says_when_a_border_is_open(run, record):
    _, said, _ = run("score", record("(;GM[1]SZ[5]AB[ca][cb][cd][ce]AW[da][db][dc][dd][de])"), "--text")
    assert "11 neutral points in one region" in said and "is a border open" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--komi-zi", "3.7"], "quarter zi"),
        (["--komi-zi", "many"], "quarter zi"),
        (["--warnings", "red=1"], "black=N"),
        (["--warnings", "black=x"], "black=N"),
    ],
)
def test_score_refuses_bad_options(run, record, words, said):
    with pytest.raises(TengenError, match=said):
        run("score", record("(;SZ[9];B[aa])"), *words)


def test_score_refuses_bad_points_and_renju(run, record):
    for text, words, said in (
        ("(;SZ[9];B[aa])", ["--dead", "B2"], "no stone on B2"),
        ("(;SZ[9];B[aa])", ["--dead", "I9"], "no such point"),
        ("h8i9", [], "renju"),
    ):
        status, found, err = run("score", record(text), "--json", *words)
        assert status == 2 and found == [] and said in err and len(err.splitlines()) == 1
