"""The one error that users see."""


class TengenError(Exception):
    """What went wrong and what to do about it, in one line; the command ends with exit status 2."""
