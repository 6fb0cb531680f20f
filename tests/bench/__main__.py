"""``python -m tests.bench``: speed and memory beside their limits.

Every module ``bench_*.py`` here has ``rows()``, which gives ``(name, value, unit, limit)``; a limit is ``"<= 10"`` or
``">= 5"``, a number (at most that much), or empty. Words on the command line choose modules: ``python -m tests.bench
rules``.
"""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def verdict(value: float, limit) -> str:
    """Whether a value keeps its limit."""
    if limit in ("", None):
        return ""
    sign, _, number = limit.rpartition(" ") if isinstance(limit, str) else ("<=", "", limit)
    kept = value >= float(number) if sign == ">=" else value <= float(number)
    return "ok" if kept else "OVER" if sign != ">=" else "UNDER"


def main() -> int:
    """Print a table; exit status 1 if a limit is not kept."""
    sys.path[:0] = [str(ROOT), str(ROOT / "host"), str(ROOT / "firmware")]
    wanted = sys.argv[1:]
    status = 0
    print(f"{'what':<66} {'value':>10} {'unit':<10} limit")
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if wanted and not any(word in path.stem for word in wanted):
            continue
        for name, value, unit, limit in importlib.import_module(f"tests.bench.{path.stem}").rows():
            said = verdict(value, limit)
            status |= said in ("OVER", "UNDER")
            shown = f"{value:.0f}" if value >= 100 else f"{value:.3g}"
            print(f"{name:<66} {shown:>10} {unit:<10} {'' if limit is None else limit} {said}".rstrip(), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
