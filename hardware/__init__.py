"""The board as data, and what is made from it: pin table, schematics, boards, parts lists, stones."""
