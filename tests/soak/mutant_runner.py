"""``mutant_runner.py ROOT MODULE MUTANT TEST...``: run portable test files with one module replaced by a mutant.

The exit status is 1 at the first test that fails, 0 if all pass. Tests that take long come last.
"""

import importlib
import importlib.util
import sys
import types
from pathlib import Path

LATE = ("test_equal_hashes_are_not_enough", "test_taking_back_restores_every_position")


def main() -> int:
    root, name, mutant, *files = sys.argv[1:]
    sys.path.insert(0, root)
    module = types.ModuleType(name)
    package, _, short = name.rpartition(".")
    sys.modules[name] = module
    setattr(importlib.import_module(package), short, module)
    exec(compile(Path(mutant).read_text(), mutant, "exec"), module.__dict__)
    tests = []
    for file in files:
        spec = importlib.util.spec_from_file_location(Path(file).stem, file)
        found = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
        tests += [(test in LATE, test, getattr(found, test)) for test in dir(found) if test.startswith("test_")]
    for _, test, call in sorted(tests, key=lambda item: item[:2]):
        try:
            call()
        except Exception as error:
            print(test, type(error).__name__)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
