"""Constants written into the code for the board: the same program, with fewer names."""

import pytest

from tengen.flash import constants


def rewritten(**sources):
    return constants.inline({name.replace("__", "."): text for name, text in sources.items()})


def test_a_constant_is_private_where_it_is_made_and_where_it_is_used():
    made = rewritten(
        rules="from shared_rules.native import const\n\nBLACK = const(1)\nLONG_MS = 90 * 1000  # plain\n",
        board="from rules import BLACK, LONG_MS as LONG, name\n\nprint(BLACK, LONG, name)\n",
    )
    assert made["rules"] == "pass\n\n_BLACK = const(1)\n_LONG_MS = const(90000)  # plain\n"
    assert made["board"] == (
        "from rules import name; _BLACK = const(1); _LONG = const(90000)\n\nprint(_BLACK, _LONG, name)\n"
    )


def test_of_a_module_that_is_known_the_number_stands_in_its_place():
    made = rewritten(pack__rules="END = 86\n", app="from pack import rules\n\nif rules.END > 1: print(rules.name(1))\n")
    assert made["app"] == "from pack import rules\n\nif 86 > 1: print(rules.name(1))\n"


def test_lines_keep_their_numbers():
    made = rewritten(
        rules="A = 1\nB = 2\n", board="from rules import (\n    A,\n    B,\n)\n\nraise ValueError(A + B)\n"
    )
    assert made["board"].split("\n").index("raise ValueError(_A + _B)") == 5


@pytest.mark.parametrize(
    "other",
    [
        "def f():\n    from rules import A\n    return A\n",  # asked for at run time
        "def f(x):\n    return x.A\n",  # of something that is not known
    ],
)
def test_what_is_asked_for_at_run_time_stays(other):
    assert rewritten(rules="A = 1\n", board=other)["rules"] == "A = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "A = 1\nA = 2\n",
        "A = 1\n\n\ndef f():\n    global A\n    A = 2\n",
        "A = 1\n\n\ndef f(A):\n    return A\n",
        "A = 'word'\n",
    ],
)
def test_what_is_no_constant_stays(text):
    assert rewritten(rules=text)["rules"] == text


def test_a_private_name_that_is_taken_is_not_taken_again():
    made = rewritten(rules="A = 1\n_A = [2]\n", board="from rules import A\n\n_A = A + 1\n")
    assert made == {"rules": "_A_ = const(1)\n_A = [2]\n", "board": "_A_ = const(1)\n\n_A = _A_ + 1\n"}


def test_const_stays_where_the_compiler_does_not_fold_it():
    text = "from shared_rules.native import const\n\n_A, _B = const(1), const(2)\n"
    assert rewritten(rules=text)["rules"] == text
