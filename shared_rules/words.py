"""Lists of words as one text, ``" first second third "``: a word's number is its place.

On the board that takes half the memory of a tuple, and words that no code names do not become names of the interpreter,
which are never given back.
"""


def number(text, word):
    """The place of a word, -1 if it is not in the list."""
    at = text.find(" %s " % word)
    return text.count(" ", 0, at) if at >= 0 else -1


def word(text, number):
    """The word at a place; IndexError if there is none."""
    return text.split()[number]
