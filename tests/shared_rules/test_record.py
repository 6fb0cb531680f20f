"""The 16-byte record and the names of points."""

from shared_rules import points, record


def test_crc_is_ccitt_false():
    assert record.crc16(b"123456789", 9) == 0x29B1  # the check value of the published CRC catalogue


def test_record_comes_back_as_written():
    buffer = bytearray(48)
    record.pack_into(buffer, 0, record.POINT, points.WHITE, 70000, 36000000, 360, -5)
    record.pack_into(buffer, 16, record.PRESS, points.BLACK, 1, 0)
    record.pack_text_into(buffer, 32, 2, "本因坊丈".encode()[:9])
    assert record.unpack(buffer, 0) == (record.POINT, 2, 70000 & 0xFFFF, 36000000, 360, -5)
    assert record.unpack(buffer, 16) == (record.PRESS, 1, 1, 0, points.NO_POINT, 0)
    assert record.unpack(buffer, 32)[3].decode() == "本因坊"


def test_every_damaged_bit_is_noticed():
    buffer = bytearray(16)
    record.pack_into(buffer, 0, record.POINT, points.WHITE, 7, 123456, 42, 99)
    for bit in range(128):
        buffer[bit // 8] ^= 1 << bit % 8
        assert record.unpack(buffer, 0) is None
        buffer[bit // 8] ^= 1 << bit % 8
    assert record.unpack(buffer, 0) is not None


def test_go_names_have_no_i_and_renju_names_do():
    assert points.name(points.parse("J10", 19, "go"), 19, "go") == "J10"
    assert points.parse("T19", 19, "go") == 18
    assert points.name(points.from_sgf("hh", 15), 15, "renju") == "H8"  # R1: the centre
    assert points.name(points.from_sgf("ao", 15), 15, "renju") == "A1"
    assert points.name(points.from_sgf("ii", 15), 15, "renju") == "I7"
    for bad in ("I5", "U1", "A0", "A20", "", "5", "A"):
        try:
            points.parse(bad, 19, "go")
        except ValueError:
            continue
        raise AssertionError(bad)
