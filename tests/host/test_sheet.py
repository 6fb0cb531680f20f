"""Score sheets: what the diagrams say, and that PDF, PNG and SVG show the same on A4."""

import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from typer.testing import CliRunner

from shared_rules.points import BLACK, WHITE
from tengen import sheet, sheet_canvas, show
from tengen.cli import app, load_commands
from tengen.game import Game, star_points
from tengen.load import load
from tengen.sheet_canvas import Text
from tengen.sheet_figures import figures

CASES = Path(__file__).parents[1] / "cases"
GO = {
    "rules": "go",
    "variant": "renju",
    "size": 9,
    "komi_zi": 3.75,
    "black": "羽根直樹",
    "white": "A & <B>",
    "time": None,
}
RENJU = GO | {"rules": "renju", "size": 15}


def game(header, *moves, more=()):
    """A game of ``"B C3"``, ``"W D4 x C4 C3"`` (captures) or ``"B pass"``."""
    rulings = []
    for number, text in enumerate(moves, 1):
        side, point, *taken = text.split()
        rulings.append(
            {
                "at": float(number),
                "kind": "pass" if point == "pass" else "move",
                "rule": "G2",
                "side": {"B": "black", "W": "white"}[side],
                "move": number,
                "point": "" if point == "pass" else point,
                "captures": [name for name in taken if name != "x"],
            }
        )
    return Game(header, [*rulings, *more])


def texts(pages):
    return [s.text for page in pages for s in page.shapes if isinstance(s, Text)]


# A ko: Black 7 takes D5, White 10 retakes at 8's place, Black 13 again.
KO = ["B D6", "W E6", "B C5", "W F5", "B D4", "W E4", "B A1", "W D5", "B E5 x D5", "W A9"]
KO += ["B B1", "W D5 x E5", "B C1", "W B9", "B E5 x D5"]


def test_moves_on_taken_points_are_listed_under_the_diagram():
    """The ko retakes as printed: 12 at 8, 15 at 9."""
    (figure,) = figures(game(GO, *KO))
    assert figure.at == ["12 at 8", "15 at 9"]
    assert figure.takes == ["9 takes D5", "12 takes E5", "15 takes D5"]
    assert (figure.first, figure.last) == (1, 15)


def test_the_next_diagram_starts_from_the_position_and_names_points_without_number():
    first, second = figures(game(GO, *KO), 10)
    parse = game(GO).point
    assert first.stones[parse("D5")] == (WHITE, 8) and first.at == []
    assert parse("D5") in second.stones and second.stones[parse("E5")] == (BLACK, 0)
    assert second.stones[parse("D5")] == (WHITE, 12) and second.at == ["15 at E5"]


def test_passes_are_listed():
    (figure,) = figures(game(GO, "B C3", "W pass", "B pass"))
    assert figure.passes == ["2 pass", "3 pass"]


def test_renju_numbers_black_is_odd_and_circled_white_even_and_bare():
    """R1.3, R6."""
    shapes = sheet.draw(game(RENJU, "B H8", "W H9", "B I10"))[0].shapes
    rings = {(s.x, s.y) for s in shapes if isinstance(s, sheet_canvas.Circle) and s.r > 3}
    circled = {s.text for s in shapes if isinstance(s, Text) and (s.x, s.y) in rings}
    middle = [s for s in shapes if isinstance(s, Text) and s.anchor == "middle" and s.grey == 0]
    assert circled == {"1", "3"} and [s.text for s in middle if s.size > 11][1:] == ["1", "2", "3"]


def test_star_points():
    """G1: nine on 19 lines; R1: D4, D12, L12, L4 and H8."""
    renju = game(RENJU)
    assert {renju.name(r * 15 + c) for r, c in star_points(15)} == {"D4", "D12", "L12", "L4", "H8"}
    big = game(GO | {"size": 19})
    expected = {"D4", "K4", "Q4", "D10", "K10", "Q10", "D16", "K16", "Q16"}
    assert {big.name(r * 19 + c) for r, c in star_points(19)} == expected
    assert len(star_points(9)) == len(star_points(13)) == 5 and star_points(8) == []


def test_the_form_is_filled_in():
    end = {"at": 9.0, "kind": "end", "rule": "G7", "side": "white", "result": "W+R"}
    void = {"at": 3.0, "kind": "void", "rule": "G20", "side": "white", "point": "D5", "reason": "ko", "move": 2}
    said = texts(sheet.draw(game(GO | {"event": "Club 誠", "date": "2026-11-30"}, "B C3", "W D4", more=(void, end))))
    for expected in ("羽根直樹", "A & <B>", "Club 誠", "2026-11-30", "White wins by resignation (W+R)", "Rulings"):
        assert expected in said
    assert "White D5 is void: the ko is retaken at once (G20)" in said


def test_clocks_after_each_move_are_listed():
    record = game(GO | {"time": {"system": "absolute", "main_ms": 60000}}, "B C3", "W D4")
    record.rulings[0]["clock"] = {"main_ms": 59000}
    record.rulings[1]["clock"] = {"main_ms": 0, "periods": 2, "period_left_ms": 30000}
    said = texts(sheet.draw(record))
    assert "Moves and clocks" in said and "0:59" in said and "0:30 (2)" in said


def test_a_renju_game_with_its_clocks_fits_the_one_page_that_players_sign():
    """R1.3: the diagram is drawn a little smaller, so that the moves with their times find room under it."""
    moves = [f"{'BW'[i % 2]} {'ABCDEFGHIJKLMNO'[i % 15]}{i // 15 + 1}" for i in range(60)]
    record = game(RENJU | {"time": {"system": "absolute", "main_ms": 60000}}, *moves)
    for ruling in record.rulings:
        ruling["clock"] = {"main_ms": 59000}
    pages = sheet.draw(record)
    assert len(pages) == 1 and {"Moves and clocks", "Arbiter"} <= set(texts(pages))


def test_there_is_always_a_line_to_sign():
    """However long the lists are, and wherever on a page they end."""
    timed = [{"at": n, "kind": "warning", "rule": "G24", "side": "black", "reason": "arbiter"} for n in range(110)]
    for count in range(0, 110, 3):
        pages = sheet.draw(game(GO, "B C3", more=timed[:count]))
        assert [texts([page]).count("Arbiter") for page in pages] == [0] * (len(pages) - 1) + [1], count
        sign = next(s.y for s in pages[-1].shapes if isinstance(s, Text) and s.text == "Arbiter")
        assert not [s for s in pages[-1].shapes if isinstance(s, Text) and sign - 8 < s.y < sign], count


def test_an_upset_board_does_not_fill_pages():
    """Lists that grow while the hand is over the board are one line of the sheet: the longest, cut where it is long."""
    names = [f"{c}{r}" for c in "ABCDEFGHJ" for r in range(1, 10)]
    steps = [
        {"at": float(n), "kind": "repair", "rule": "G17.6", "side": "", "move": 1, "surplus": names[:count]}
        for n, count in enumerate([*range(1, 70), *range(69, 0, -1)])
    ]
    back = {"at": 200.0, "kind": "repaired", "rule": "G17.6", "side": "", "move": 1}
    pages = sheet.draw(game(GO, "B C3", more=(*steps, back, steps[2])))
    said = [text for text in texts(pages) if "take off" in text]
    assert said == [
        "to put right: take off " + ", ".join(names[:12]) + " and 57 more (G17.6)",
        "to put right: take off A1, A2, A3 (G17.6)",
    ]
    assert len(pages) == 1


@pytest.fixture(scope="module")
def drawn():
    moves = [f"{'BW'[i % 2]} {'ABCDEFGHJ'[i // 9]}{i % 9 + 1}" for i in range(60)]
    return sheet.draw(game(GO, *moves), 100)


def test_pdf_is_a4_and_holds_the_chinese_name_as_text(drawn):
    document = pypdfium2.PdfDocument(sheet_canvas.pdf(drawn, "x"))
    width, height = document[0].get_size()
    assert (round(width), round(height)) == (595, 842)
    said = document[0].get_textpage().get_text_range()
    assert "羽根直樹" in said and "A & <B>" in said and "Moves 1 to 60" in said


def test_pdf_and_png_show_the_same(drawn):
    """Two libraries draw the page; reduced to 100 columns they agree everywhere."""
    size = (100, 141)
    page = pypdfium2.PdfDocument(sheet_canvas.pdf(drawn, "x"))[0].render(scale=2).to_pil().convert("L").resize(size)
    image = Image.open(io.BytesIO(sheet_canvas.png(drawn[0]))).convert("L")
    assert image.size == (1653, 2338)
    difference = ImageChops.difference(page, image.resize(size))
    assert max(difference.get_flattened_data()) < 50 and min(image.resize(size).get_flattened_data()) < 60


def test_svg_is_well_formed_and_holds_the_names(drawn):
    root = ElementTree.fromstring(sheet_canvas.svg(drawn[0]))
    said = {e.text for e in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"羽根直樹", "A & <B>", "60"} <= said and root.get("width") == "210mm"


def test_nothing_is_drawn_off_the_page():
    """A game of 500 moves with a ruling after each has many pages, and all of it is on them."""
    moves = [f"{'BW'[i % 2]} {'ABCDEFGHJ'[i % 9]}{i // 9 % 9 + 1}" for i in range(500)]
    record = game(GO | {"time": {"system": "absolute", "main_ms": 60000}}, *moves)
    for ruling in record.rulings:
        ruling["clock"] = {"main_ms": 59000}
    record.rulings += [{"at": 1.0, "kind": "note", "rule": "G17.6", "side": "", "text": "誠 " * 40} for _ in range(80)]
    pages = sheet.draw(record, 50)
    for page in pages:
        for shape in page.shapes:
            for x, y in [(getattr(shape, "x", 50), getattr(shape, "y", 50))]:
                assert 0 < x < 210 and 0 < y < 297
            if isinstance(shape, Text):
                width = sheet_canvas.text_width(shape.text, shape.size, shape.font)
                left = shape.x - {"left": 0, "middle": width / 2, "right": width}[shape.anchor]
                assert left > 5 and left + width < 205, shape


def test_the_opening_is_named_and_the_time_left_open_where_a_file_does_not_say_it():
    """R2.16: h8 h9 i9 is a turned 4D; a file of another program without a time is not a game without a clock."""
    assert texts(sheet.draw(game(RENJU))).count("no clock") == 1
    read = load(CASES / "games" / "renju-4d.sgf")
    assert [read.name(move.point) for move in read.played()[:3]] == ["H8", "H9", "I9"]
    for said in ("\n".join(texts(sheet.draw(read))), "\n".join(show.overview(read))):
        assert "4D flower moon 花月" in said and "no clock" not in said
    assert game(RENJU, "B H8", "W H9", "B A1").opening == "" and game(GO, "B E5", "W E6", "B F6").opening == ""


def test_command_writes_what_was_asked_for(tmp_path):
    load_commands()
    source = tmp_path / "game.sgf"
    source.write_text("(;GM[1]SZ[9]PB[誠];B[aa];W[bb])", encoding="utf-8")
    done = CliRunner().invoke(app, ["sheet", str(source), "--out", str(tmp_path / "x.png")])
    assert done.exit_code == 0 and (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    done = CliRunner().invoke(app, ["sheet", str(source)])
    assert (tmp_path / "game.pdf").read_bytes().startswith(b"%PDF")
    done = CliRunner().invoke(app, ["sheet", str(source), "--kind", "gif"])
    assert "pdf, svg or png, not gif" in str(done.exception)


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_drawn(tmp_path):
    load_commands()
    good, bad = tmp_path / "good.sgf", tmp_path / "bad.sgf"
    good.write_text("(;SZ[9];B[aa])")
    bad.write_text("nothing")
    done = CliRunner().invoke(app, ["sheet", str(bad), str(good), "--kind", "svg"], standalone_mode=False)
    assert done.return_value == 2 and (tmp_path / "good.svg").exists()
    assert "bad.sgf is no game record" in done.stderr
    alone = CliRunner().invoke(app, ["sheet", str(bad)], standalone_mode=False)
    assert "bad.sgf is no game record" in str(alone.exception)


def test_two_records_of_one_name_are_not_drawn_over_each_other(tmp_path):
    load_commands()
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "game.sgf").write_text("(;SZ[9];B[aa])")
    words = ["sheet", *(str(tmp_path / folder / "game.sgf") for folder in ("a", "b")), "--out", str(tmp_path / "out")]
    assert "two of the records would be drawn as" in str(CliRunner().invoke(app, words).exception)
    assert not (tmp_path / "out").exists()
