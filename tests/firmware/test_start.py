"""After power-on: when a firmware counts as good, when safe mode starts instead, and how a restart is asked for."""

from board import start


class Hardware:
    """A clock that moves with every turn of the program, and notes what is asked of it."""

    def __init__(self):
        self.now = 0
        self.timer = self
        self.did = []

    def ticks(self):
        return self.now % (1 << 30)


class Program:
    """Runs until it asks for a restart, or crashes."""

    def __init__(self, hardware, ask_at=-1, crash_at=-1):
        self.hardware, self.ask_at, self.crash_at = hardware, ask_at, crash_at
        self.reboot_to = None

    def step(self):
        self.hardware.now += 20
        if self.hardware.now == self.crash_at:
            raise ValueError("no such sensor")
        if self.hardware.now == self.ask_at:
            self.reboot_to = "run"


class Crashes:
    """In place of ``crash_count.CrashCount``."""

    number = 2

    def __init__(self):
        self.well_at = []

    def well(self):
        self.well_at.append(True)


def run(ask_at=-1, crash_at=-1, began=0):
    hardware = Hardware()
    hardware.now = began
    hello, crashes, wish = [], Crashes(), start.Wish()
    program = Program(hardware, ask_at, crash_at)
    try:
        start._loop(program, hardware, lambda: hello.append(hardware.now), crashes, wish)
        raised = None
    except ValueError as error:
        raised = error
    return hardware, hello, crashes, wish, raised


def test_firmware_counts_as_good_after_five_seconds_and_only_once():
    _, hello, crashes, _, _ = run(ask_at=20000)
    assert hello == [5000] and crashes.well_at == []


def test_crash_count_is_cleared_after_a_good_minute():
    _, _, crashes, _, _ = run(ask_at=70000)
    assert crashes.well_at == [True]


def test_early_crash_says_no_hello():
    _, hello, _, _, raised = run(crash_at=4980)
    assert hello == [] and "no such sensor" in str(raised)


def test_restart_leaves_time_for_the_answer():
    hardware, _, _, wish, _ = run(ask_at=1000)
    assert wish.to == "run" and hardware.now == 1200


def test_hello_through_the_wrap_of_the_ticks():
    began = (1 << 30) - 1000
    _, hello, _, _, _ = run(ask_at=began + 8000, began=began)
    assert hello == [began + 5000]
