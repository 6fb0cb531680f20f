"""A 128 x 64 OLED on I2C: SSD1306 or SH1106.

Both are written page by page (8 rows of pixels, one byte a column), which both understand. They differ in how the
charge pump is switched on, and an SH1106 has 132 columns of which the glass shows the middle 128.
"""

import machine

from shared_rules.native import const, micropython, ptr8

_PAGES = const(8)
_COLUMNS = const(128)
_COMMAND = b"\x00"
_DATA = const(0x40)
_RETRY_SHOWS = const(50)

# Off; clock; all 64 rows; no offset; first row 0; columns and rows turned so that the connector is at the top; row
# wiring; precharge; level; show memory; not inverted; on.
_SETUP = b"\xae\xd5\x80\xa8\x3f\xd3\x00\x40\xa1\xc8\xda\x12\xd9\xf1\xdb\x40\xa4\xa6"
_KINDS = {"ssd1306": (b"\x8d\x14\xaf", 0), "sh1106": (b"\xad\x8b\xaf", 2)}


@micropython.viper
def _span(new: ptr8, old: ptr8, start: int) -> int:
    """The changed columns of the page at ``start``: first | last << 8, or -1 if there are none. Copies them."""
    first = -1
    last = 0
    i = 0
    while i < 128:
        if new[start + i] != old[start + i]:
            old[start + i] = new[start + i]
            if first < 0:
                first = i
            last = i
        i += 1
    if first < 0:
        return -1
    return first | last << 8


class Display:
    """``buffer``: 1024 bytes, MONO_VLSB, to be drawn into; ``show`` sends what has changed since the last time.

    A display that does not answer is tried again from time to time; the board plays on without it (``present``).
    """

    width, height = 128, 64

    def __init__(self, sda, scl, kind="sh1106", address=0x3C, bus=1):
        """``sda`` and ``scl``: GPIO numbers of I2C ``bus``; ``kind``: ``ssd1306`` or ``sh1106``."""
        if kind not in _KINDS:
            raise ValueError("display kind must be ssd1306 or sh1106, not %s" % kind)
        self._power_up, self._shift = _KINDS[kind]
        self._address = address
        self._i2c = machine.I2C(bus, sda=machine.Pin(sda), scl=machine.Pin(scl), freq=400000)
        self.buffer = bytearray(_PAGES * _COLUMNS)
        self._shown = bytearray(_PAGES * _COLUMNS)
        self._line = bytearray(1 + _COLUMNS)
        self._line[0] = _DATA
        self._view = memoryview(self._line)
        self._cursor = bytearray(4)  # control byte 0 (commands follow), page, column low, column high
        self._contrast = bytearray(b"\x00\x81\x8f")
        self._wait = 0
        self.present = False
        self._set_up()

    def _set_up(self):
        try:
            self._i2c.writeto(self._address, _COMMAND + _SETUP + self._power_up)
            self._i2c.writeto(self._address, self._contrast)
            # Unlike anything that can be drawn, so that all of it is sent.
            for i in range(len(self._shown)):
                self._shown[i] = self.buffer[i] ^ 0xFF
            self.present = True
        except OSError:
            self.present = False
            self._wait = _RETRY_SHOWS

    def brightness(self, value):
        """Set it: 1 dark to 255."""
        self._contrast[2] = value
        try:
            self._i2c.writeto(self._address, self._contrast)
        except OSError:
            self.present = False
            self._wait = _RETRY_SHOWS

    def show(self, watch=None):
        """Put the buffer on the glass: for each page the columns from the first to the last that changed.

        ``watch()`` is called after each page: a page takes up to 3 ms.
        """
        if not self.present:
            self._wait -= 1
            if self._wait > 0:
                return
            self._set_up()
            if not self.present:
                return
        try:
            for page in range(_PAGES):
                self._show_page(page)
                if watch:
                    watch()
        except OSError:
            self.present = False
            self._wait = _RETRY_SHOWS

    def _show_page(self, page):
        start = page * _COLUMNS
        span = _span(self.buffer, self._shown, start)
        if span < 0:
            return
        first, last = span & 0xFF, span >> 8
        column = first + self._shift
        self._cursor[1] = 0xB0 | page
        self._cursor[2] = column & 15
        self._cursor[3] = 0x10 | column >> 4
        self._i2c.writeto(self._address, self._cursor)
        n = last + 1 - first
        self._view[1 : 1 + n] = self.buffer[start + first : start + last + 1]
        self._i2c.writeto(self._address, self._view[: 1 + n])
