"""The piezo: patterns of tones on a PWM pin, played by a timer while the program goes on."""

import machine

# Share of a full period (of 65536) that the piezo is driven, by volume: off, low, high.
_DUTY = (0, 1500, 32768)


class Sound:
    """Plays one pattern at a time. ``volume``: 0 off, 1 low, 2 high."""

    def __init__(self, pin, pattern=None):
        """``pattern(name)``: the tones of a name, a sequence of ``(hertz, ms)``; 0 hertz is a pause."""
        self._pattern = pattern
        self._pwm = machine.PWM(machine.Pin(pin))
        self._pwm.duty_u16(0)
        self._timer = machine.Timer()
        self._next = self._tone  # bound once: the callback must not allocate
        self._notes = ()
        self._at = 0
        self.volume = 2

    def play(self, name):
        """Start a pattern of ``board.sounds`` by its name, in place of what is playing. An unknown name is silence."""
        self.stop()
        if self.volume and self._pattern:
            self._notes = self._pattern(name)
            self._at = 0
            self._tone(None)

    def stop(self):
        """Be quiet."""
        self._notes = ()
        self._timer.deinit()
        self._pwm.duty_u16(0)

    def _tone(self, _timer):
        """The next tone of the pattern; called by the timer when the last one is over."""
        if self._at >= len(self._notes):
            self._pwm.duty_u16(0)
            return
        hertz, ms = self._notes[self._at]
        self._at += 1
        if hertz:
            self._pwm.freq(hertz)
            self._pwm.duty_u16(_DUTY[self.volume])
        else:
            self._pwm.duty_u16(0)
        self._timer.init(mode=machine.Timer.ONE_SHOT, period=ms, callback=self._next)
