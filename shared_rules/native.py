"""What MicroPython's native code emitters need, and its plain stand-in under CPython.

MicroPython's compiler recognises ``@micropython.viper``, ``const(...)`` and the casts ``ptr8(...)``, ``ptr16(...)``,
``ptr32(...)`` by their names. Under CPython the same lines run as ordinary Python: decorators and casts hand back what
they get.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython
    from micropython import const
else:

    class micropython:
        """Stand-in for MicroPython's module of the same name."""

        @staticmethod
        def viper(function):
            """Give the function back unchanged."""
            return function

        @staticmethod
        def native(function):
            """Give the function back unchanged."""
            return function

    def const(value):
        """Give the value back unchanged."""
        return value


def ptr8(buffer):
    """Cast of viper code: under CPython the buffer itself."""
    return buffer


ptr16 = ptr8
ptr32 = ptr8
