"""Runs ngspice on a deck and reads what it measured."""

import re
import subprocess
import tempfile
from pathlib import Path


def measure(deck: str) -> dict[str, float]:
    """Results of the deck's ``.meas`` lines by name, in SI units. ``RuntimeError`` if one failed or ngspice did."""
    wanted = re.findall(r"^\.meas(?:ure)? tran (\w+)", deck, re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.cir"
        path.write_text(deck)
        done = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, text=True, timeout=60)
    found = dict(re.findall(r"^(\w+)\s*=\s*([0-9.eE+-]+)", done.stdout, re.MULTILINE))
    missing = [name for name in wanted if name.lower() not in found]
    if missing or not wanted:
        raise RuntimeError(f"ngspice did not measure {missing}:\n{done.stdout[-1500:]}{done.stderr[-500:]}")
    return {name: float(found[name.lower()]) for name in wanted}
