"""The computer's side of Tengen."""

__version__ = "0.1.0"
