"""Openings of renju and gomoku: the 26 named ones, what each opening rule allows, and offers that are the same shape.

For the referee:

``name_opening(moves, size)``     index 0 to 25 of the opening that the first three moves make, -1 if none (R2.16)
``code/english/chinese(index)``   ``4D``, ``flower moon``, ``花月``
``find(text)``                    index of a code or name as players write it
``allowed(rule, number, p, size)``  may move ``number`` stand on ``p`` under this opening rule?
``swaps(rule, number)``           may the other side swap after move ``number``?
``OFFERS``                        how many fifth moves a rule has offered
``same_shape(stones, p, q, size)``  do two offers make the same five-stone shape (R2.10)?

Opening rules are named as in the presets: ``none, center, swap, cn26, rif, swap2, taraguchi10``.
"""

from shared_rules.native import const
from shared_rules.points import BLACK

DIRECT = const(13)  # openings 0 to 12 are direct (White beside Black's first stone), 13 to 25 indirect (at its corner)
COUNT = const(26)

# The third move of each, seen from a first move on h8 and a second on h9 (direct) or i9 (indirect).
_THIRD = (
    "h10 i10 j10 i9 j9 i8 j8 h7 i7 j7 h6 i6 j6",
    "j10 j9 j8 j7 j6 i8 i7 i6 h7 h6 g7 g6 f6",
)
_ENGLISH = (
    "cold star,valley moon,sparse star,flower moon,remaining moon,rain moon,golden star,pine moon,hill moon,new moon,"
    "auspicious star,mountain moon,wandering star,long star,gorge moon,fixed star,water moon,shooting star,cloud moon,"
    "bay moon,mist moon,silver moon,bright star,slanting moon,famous moon,comet"
)
_CHINESE = (
    "寒星,溪月,疏星,花月,残月,雨月,金星,松月,丘月,新月,瑞星,山月,游星,"
    "长星,峡月,恒星,水月,流星,云月,浦月,岚月,银月,明星,斜月,名月,彗星"
)
# The same in Japanese characters, and other ways of writing a name that are in common use.
_JAPANESE = (
    "寒星,渓月,疎星,花月,残月,雨月,金星,松月,丘月,新月,瑞星,山月,遊星,"
    "長星,峡月,恒星,水月,流星,雲月,浦月,嵐月,銀月,明星,斜月,名月,彗星"
)
_ALSO = {"慧星": 12, "殘月": 4, "峽月": 14}

# How far from the centre moves 1, 2, 3, ... may stand; anywhere after that. Five-stone openings: Taraguchi-10 lets
# move 5 stand within the central 9x9, or has ten moves offered anywhere.
_REACH = {
    "center": (0,),
    "cn26": (0, 1, 2),
    "rif": (0, 1, 2),
    "taraguchi10": (0, 1, 2, 3, 4),
}
_SWAP_AFTER = {
    "swap": (3,),
    "cn26": (3,),
    "rif": (3,),
    "swap2": (3, 5),
    "taraguchi10": (1, 2, 3, 4, 5),
}
OFFERS = {"cn26": 2, "rif": 2, "taraguchi10": 10}


def _turn(turn, row, col):
    """One of the eight rotations and reflections, 0 the identity."""
    if turn & 1:
        row = -row
    if turn & 2:
        col = -col
    return (col, row) if turn & 4 else (row, col)


def name_opening(moves, size=15):
    """Index 0 to 25 of the opening that the first three moves make, in any of its eight orientations; -1 if it is none.

    ``moves`` are points in the order played; more than three may be given.
    """
    if len(moves) < 3 or size % 2 == 0:
        return -1
    middle = size // 2
    offsets = [(p // size - middle, p % size - middle) for p in moves[:3]]
    if offsets[0] != (0, 0) or len(set(offsets)) < 3:
        return -1
    for turn in range(8):
        second = _turn(turn, *offsets[1])
        if second in ((-1, 0), (-1, 1)):
            indirect = second[1]
            row, col = _turn(turn, *offsets[2])
            if -2 <= row <= 2 and -2 <= col <= 2:
                third = "fghij"[col + 2] + str(8 - row)
                names = _THIRD[indirect].split()
                if third in names:
                    return indirect * DIRECT + names.index(third)
    return -1


def code(index):
    """``1D`` to ``13D`` for the direct openings, ``1I`` to ``13I`` for the indirect ones; empty for -1."""
    if index < 0:
        return ""
    return str(index % DIRECT + 1) + ("I" if index >= DIRECT else "D")


def english(index):
    """English name, empty for -1."""
    return _ENGLISH.split(",")[index] if index >= 0 else ""


def chinese(index):
    """Chinese name, empty for -1."""
    return _CHINESE.split(",")[index] if index >= 0 else ""


def find(text):
    """Index of an opening by code or by English or Chinese name, -1 if there is none of that name."""
    word = text.strip()
    for names in (_ENGLISH, _CHINESE, _JAPANESE):
        if word.lower() in names.split(","):
            return names.split(",").index(word.lower())
    for index in range(COUNT):
        if code(index) == word.upper():
            return index
    return _ALSO.get(word, -1)


def moves_of(index, size=15):
    """The three points of an opening in its standard orientation, on a board with a centre."""
    middle = size // 2
    third = _THIRD[index // DIRECT].split()[index % DIRECT]
    row, col = 8 - int(third[1:]), "fghij".index(third[0]) - 2
    return [
        middle * size + middle,
        (middle - 1) * size + middle + (1 if index >= DIRECT else 0),
        (middle + row) * size + middle + col,
    ]


def allowed(rule, number, p, size=15):
    """Whether move ``number`` (from 1) may stand on ``p`` under an opening rule (R3, R9.1.5, R9.1.6).

    For move 2 and 3 of the 26 openings this is the same as being one of them: each point of the central square is.
    """
    reach = _REACH.get(rule, ())
    if number > len(reach):
        return True
    middle = size // 2
    reach = reach[number - 1]
    return abs(p // size - middle) <= reach and abs(p % size - middle) <= reach


def swaps(rule, number):
    """Whether the side to move may swap colours after move ``number`` instead of playing (R2.5).

    Under ``swap2`` the swap after move 5 exists only if moves 4 and 5 were placed by the side that declined to choose
    after move 3; under ``taraguchi10`` the one after move 4 and 5 only if no ten moves are offered.
    """
    return number in _SWAP_AFTER.get(rule, ())


def same_shape(stones, p, q, size=15):
    """Whether black stones on ``p`` and on ``q`` make the same shape with the stones on the board (R2.10).

    ``stones`` is a grid. The same means that one whole shape, colours and all, can be turned or mirrored into the
    other, wherever it then lies.
    """
    base = [(i // size, i % size, stones[i]) for i in range(len(stones)) if stones[i]]
    first = _shape(base, p, size, 0)
    for turn in range(8):
        if _shape(base, q, size, turn) == first:
            return True
    return False


def _shape(base, p, size, turn):
    """The stones with one more on ``p``, turned and moved into the corner, in order."""
    turned = []
    for row, col, color in base + [(p // size, p % size, BLACK)]:
        turned.append(_turn(turn, row, col) + (color,))
    top = min([stone[0] for stone in turned])
    left = min([stone[1] for stone in turned])
    return sorted([(row - top, col - left, color) for row, col, color in turned])
