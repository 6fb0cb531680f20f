"""Names of parts on the silkscreen."""

from hardware.kicad.labels import Box, label_places

BOARD = Box(0, 0, 20, 20)


def box(place, letters, height=0.8):
    x, y, upright = place
    half = (letters * height / 2, height / 2)
    wide, high = half[::-1] if upright else half
    return Box(x - wide, y - high, x + wide, y + high)


def test_a_name_stands_beside_its_part():
    part = Box(8, 8, 12, 12)
    (place,) = label_places({"R1": part}, [], BOARD, 0.8).values()
    assert box(place, 2).overlap(part) == 0 and box(place, 2).overlap(BOARD) > 0


def test_names_keep_off_other_parts_texts_and_the_edge():
    """A row of resistors as close as on the controller, with a text above and the board's edge below."""
    parts = {f"R{9 + k}": Box(3 + 1.8 * k, 14, 4.4 + 1.8 * k, 16.6) for k in range(7)}
    text = Box(0, 12, 20, 13)
    places = label_places(parts, [text], BOARD, 0.8)
    boxes = {ref: box(place, len(ref)) for ref, place in places.items()}
    for ref, own in boxes.items():
        assert own.overlap(text) == 0, ref
        assert own.overlap(BOARD) > 0.99 * (own.x1 - own.x0) * (own.y1 - own.y0), ref


def test_the_same_board_gets_the_same_names():
    parts = {f"C{k}": Box(2 * k, 5, 2 * k + 1.5, 7) for k in range(8)}
    assert label_places(parts, [], BOARD, 0.8) == label_places(dict(reversed(parts.items())), [], BOARD, 0.8)
