"""Reads what a journal holds, record by record."""

from shared_rules import record


def records(journal, name):
    """Every durable record in order, ``(kind, side, seq, t, point, value)`` as ``record.unpack`` gives them.

    A damaged or misplaced one comes as None.
    """
    start = 0
    while True:
        data = journal.read(name, start, 64)
        if not data:
            return
        for offset in range(0, len(data), record.SIZE):
            found = record.unpack(data, offset)
            yield found if found and found[2] == start & 0xFFFF else None
            start += 1
