"""The ``tengen`` command: collects the commands and turns errors into one line and exit status 2."""

import importlib
import pkgutil
import sys

import typer

from tengen import __version__, commands
from tengen.errors import TengenError

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def _root(version: bool = typer.Option(False, "--version", help="Show the version and exit.")) -> None:
    """Fetch, show, check and print the games of a Tengen board, and flash it.

    Start with: tengen devices (is the board there?), tengen download (the evening's games), tengen live.
    """
    if version:
        typer.echo(f"tengen {__version__}")
        raise typer.Exit()


def load_commands() -> None:
    """Register every module of ``tengen.commands``, in alphabetical order."""
    for module in sorted(m.name for m in pkgutil.iter_modules(commands.__path__)):
        importlib.import_module(f"tengen.commands.{module}").register(app)


def _speak_every_script() -> None:
    """Names and stones can be printed whatever the system's character set is.

    A program or a file gets UTF-8 (Windows would write its own set there); a terminal what it can show.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")


def main() -> None:
    """Entry point of the console script.

    Exit status 0: done. 1: a checked file has a problem. 2: bad input or a failed operation, said in one line.
    """
    _speak_every_script()
    load_commands()
    try:
        status = app(standalone_mode=False)
    except TengenError as error:
        print(f"tengen: {error}", file=sys.stderr)
        sys.exit(2)
    except typer.TyperException as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        # Several lines are the help, shown where no command is given.
        print(message if "\n" in message else f"tengen: {message}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        print("tengen: stopped", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
