"""The circuits as data: parts, pins, nets, places. Plain Python, so that tests need no drawing program."""
