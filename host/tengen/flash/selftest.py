"""``tengen flash --check``: the board's self-test, asked for over the link."""

from rich.console import Console
from rich.table import Table

from tengen import devices
from tengen.errors import TengenError
from tengen.link import PROTOCOL, Link

# Each test: name, whether it passed, what it saw.
Tests = list[tuple[str, bool, str]]


def run(port: str | None) -> Tests:
    """Ask the board to test itself; TengenError if it cannot or may not."""
    with Link(devices.choose(port)) as link:
        link.request("hello", {"protocol": PROTOCOL})
        tests = [tuple(test) for test in link.request("selftest")["tests"]]
    if not tests:
        raise TengenError("the board's self-test found nothing to test")
    return tests


def show(tests: Tests, console: Console) -> None:
    """As a table."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, passed, text in tests:
        table.add_row(name, "ok" if passed else "FAILED", text)
    console.print(table, markup=False)
