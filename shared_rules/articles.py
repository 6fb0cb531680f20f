"""Articles of the rulebook, each with the small number that stands for it in records."""

from shared_rules import words

# New ones go to the end: their place is in records. The first stands for what no article asks for.
IDS = (
    " - G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12.1 G12.2 G12.3 G12.4 G12.5 G13 G14 G17.1 G17.2 G17.3 G17.4 G17.5 G17.6"
    " G18.1 G18.2 G18.3 G19 G20 G21 G21.1 G21.4 G22.1 G22.2 G22.3 G22.4 G22.5 G22.6 G22.8 G22.9 G24"
    " R1 R1.3 R2.1 R2.4 R2.5 R2.10 R2.16 R2.19 R3 R4.2 R6 R7.1 R7.2 R7.3 R7.4 R7.5 R7.6 R8.1"
    " R9.1.2 R9.1.5 R9.1.6 R9.1.7 R9.1.8 R9.1.9 R9.1.12 R9.2"
    " R10.1.1 R10.1.2 R10.1.3 R10.1.4 R10.1.6 R10.1.8 R10.2 R10.3 T1 taraguchi10 swap2 rif R7.7 R7.8 "
)


_table = {}  # of the articles that this game has asked for: the same two or three at every move


def code(article):
    """The number of an article; ValueError for one that is not in the list."""
    if article not in _table:
        number = words.number(IDS, article)
        if number < 0:
            raise ValueError("no such article: %s" % article)
        _table[article] = number
    return _table[article]


def article(code):
    """The article with this number; IndexError if there is none."""
    return words.word(IDS, code)
