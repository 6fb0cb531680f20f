"""What the referee rules: kinds, reasons, and how a ruling fits into one record.

A ruling is ``(kind, rule, side, t, move, point, value, lists)``: ``rule`` an article of ``shared_rules/articles.py``,
``side`` the colour it concerns (for END the winner, 0 a draw), ``move`` the number of moves and passes played so far,
the ruling's own included, ``lists`` a dict with point lists (``captures``, ``missing``, ``surplus``, ``wrong``,
``points``) and, where there is one, ``reason`` (one of ``REASONS``) and ``result`` (END, in SGF form).

``value`` depends on the kind:

==================  =========================================================================
kind                value
==================  =========================================================================
CALL                second of the period (51 is called "1"), lists hold the ``word``
PERIOD              periods left
END                 margin in quarters of a zi when counted, else 0
OPENING             index in the table of the 26 openings, 1 to 26; 0 for a free opening
OFFER, CHOOSE       how many stones were offered
DRAW_OFFER          how many offers this side has made
every other kind    place of ``reason`` in ``REASONS``
==================  =========================================================================

In a record the value's low 8 bits are the article, the next 12 the move number, the upper 12 the value.
"""

from shared_rules import articles, words
from shared_rules.native import const

START = const(64)  # side to move; lists: black, white (set-up stones)
MOVE = const(65)  # final; lists: captures
PASS = const(66)
VOID = const(67)  # a move that does not count: illegal, a second stone, taken back
WARNING = const(68)  # Go, G24
VIOLATION = const(69)  # renju, R9.1
PENALTY = const(70)  # time taken or given; lists: black_ms, white_ms
REPAIR = const(71)  # the board is not what it should be; lists: missing, surplus, wrong
REPAIRED = const(72)
CALL = const(73)
PERIOD = const(74)
FLAG = const(75)
CLAIM = const(76)  # reason: what was claimed; lists: granted (None: only logged)
OPENING = const(77)
SWAP = const(78)
OFFER = const(79)
CHOOSE = const(80)
DRAW_OFFER = const(81)
PAUSE = const(82)
RESUME = const(83)
RESTART = const(84)  # power came back, or a position was accepted as it stands
NOTE = const(85)
END = const(86)

KINDS = (
    " start move pass void warning violation penalty repair repaired call period flag claim opening swap offer choose"
    " draw_offer pause resume restart note end "
)

# Why: a short code in ``lists["reason"]``; the players' words for it are in the board's messages. New ones go to the
# end: their place is in records. The first is none.
REASONS = (
    " -"
    # the picture, most of them in REPAIR
    " mismatch"  # some stones are not where they should be
    " upset"  # many are not: the clock stands
    " unclear"  # a stone between points, two on a point
    " turn"  # a stone of the side that is not to move
    " two_stones"  # two stones of the side to move (G17.2, R9.1.7)
    " moved"  # the last move stands elsewhere (G17.3, R9.1.9)
    " prisoners"  # captured stones are still on (G18.2)
    " lifted"  # living stones are off (G18.1)
    " suicide"
    " ko"
    " superko"
    " occupied"
    " start"  # the board is not yet the starting position
    " handicap"  # the handicap stones are not all on
    # presses
    " early_press"
    " wrong_press"
    " forgot_press"
    " pass_not_allowed"
    # ends
    " five"
    " overline"
    " double_four"
    " double_three"
    " resign"
    " time"
    " late"
    " count"
    " two_passes"
    " agreed"
    " board_full"
    " warnings"
    " violations"
    " repetition"
    " arbiter"
    " forfeit"
    # openings
    " first_center"  # move 1 belongs on the centre (R9.1.5)
    " not_named"  # none of the 26 (R9.1.6)
    " offer_same"  # the two offered points are the same by symmetry (R2.10)
    " offer_count"  # not the number of stones that must be offered
    " range"  # outside the square this move may be played in
    # records and arbiter
    " power"
    " taken_back"
    " accepted"  # the position was accepted as it stands (G17.5)
    " overruled"
    " masked"
    " set_time"
    " touch"  # taken up before the press and put elsewhere (G17.3, R9.1.9)
    " straightened"  # stones touched while it was this side's time (R9.1.12)
    " refused"
    " not_allowed"
    " dispute"
    " both_late"
    " forced_pass"
    " overtime"
    " low"
    " illegal_kept"
    " names"
    " draw"
    " cleared"
    " foul"
    " dropped"
    " two_more"
    " "
)


def name(kind):
    """The word for a kind, as in the rulings of a scenario."""
    return words.word(KINDS, kind - START)


def kind(word):
    """The kind for a word; ValueError if there is none."""
    number = words.number(KINDS, word)
    if number < 0:
        raise ValueError("no such ruling: %s" % word)
    return number + START


def pack(kind, rule, side, t, move, point, value):
    """The fields of a ruling's record: ``(kind, side, t, point, value)``."""
    return kind, side, t, point, articles.code(rule) | (move & 0xFFF) << 8 | value << 20


def unpack(value):
    """What ``pack`` put into a record's value: ``(rule, move, value)``."""
    return articles.article(value & 0xFF), value >> 8 & 0xFFF, value >> 20


def reason_code(reason):
    """The place of a reason in ``REASONS``, 0 for none; ValueError if it is unknown."""
    if not reason:
        return 0
    number = words.number(REASONS, reason)
    if number < 0:
        raise ValueError("no such reason: %s" % reason)
    return number
