"""Runs the tests of one portable file under MicroPython: ``micropython micropython_runner.py ROOT FILE``.

Prints one line a test: ``PASS name`` or ``FAIL name`` followed by the traceback. The exit status is not used.
"""

import sys

root, path = sys.argv[1], sys.argv[2]
sys.path[:] = [root, root + "/firmware", path.rpartition("/")[0], ".frozen"]


def run():
    import gc

    name = path.rpartition("/")[2][:-3]
    module = __import__(name)
    for test in sorted(dir(module)):
        if not test.startswith("test_"):
            continue
        gc.collect()
        try:
            getattr(module, test)()
        except Exception as error:  # every failure is reported, none stops the rest
            print("FAIL", test)
            sys.print_exception(error, sys.stdout)
            continue
        print("PASS", test)


run()
