"""The port while a computer fetches games: request after request is answered without a turn of the loop in between."""

from test_link import Port, frame

from board.host_port import HostPort


class HostThatFetches(Port):
    """Asks for the next thing ``after`` ms after each answer, ``wants`` times; is the clock, too."""

    def __init__(self, wants, after=2):
        Port.__init__(self)
        self.now, self.wants, self.after = 1000, wants, after
        self.asked = self.idled = 0
        self.ask()

    def ask(self):
        self.asked += 1
        self.arriving += frame(self.asked, "c0de", "ping {}")

    def pending(self):
        return len(self.arriving) > 0

    def ticks(self):
        return self.now

    def idle(self, ms):
        """As the hardware does: until the next request, or for all of it."""
        self.idled += 1
        if self.asked < self.wants and self.after <= ms:
            self.now += self.after
            self.ask()
        else:
            self.now += ms


class Parts:
    """An app, as far as the port knows one, with its hardware."""

    journal = settings = calendar = None

    def __init__(self, host):
        self.hardware = self
        self.serial = self.timer = host
        self.idle = host.idle


def test_a_host_that_fetches_is_answered_without_a_turn_of_the_loop_in_between():
    host = HostThatFetches(20)
    port = HostPort(Parts(host))
    assert port.service(host.now, 200) is False  # all is said
    assert len(host.lines()) == 20 and host.now == 1000 + 19 * 2 + 8


def test_it_has_the_board_to_itself_for_no_longer_than_the_budget():
    host = HostThatFetches(1000)
    port = HostPort(Parts(host))
    assert port.service(host.now, 200) is True
    assert 180 <= host.now - 1000 <= 200 and 90 <= len(host.lines()) <= 100
    host.idle(8)
    assert port.service(host.now, 200) is True  # and goes on in the next turn
    assert len(host.lines()) >= 90


def test_a_running_game_does_not_wait_for_the_next_request():
    host = HostThatFetches(20)
    port = HostPort(Parts(host))
    assert port.service(host.now, 5) is True
    assert len(host.lines()) == 1 and host.idled == 0 and host.now == 1000
    assert port.service(host.now, 5) is False and host.idled == 0


def test_a_host_that_thinks_gives_the_board_back():
    host = HostThatFetches(20, after=50)
    port = HostPort(Parts(host))
    assert port.service(host.now, 200) is False
    assert len(host.lines()) == 1 and host.now == 1008
