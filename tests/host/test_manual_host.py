"""The manuals of secretary and arbiter, and the simulated board's, name every command, and only what there is."""

import re
from pathlib import Path

from typer.main import get_command

from shared_rules import articles, presets
from shared_rules.commands import COMMANDS
from tengen.cli import app, load_commands
from tengen.options import value

MANUAL = Path(__file__).parents[2] / "docs" / "manual"
TEXTS = {name: (MANUAL / f"{name}.md").read_text() for name in ("secretary", "arbiter", "simulated")}


def test_every_arbiter_command_is_explained_with_the_arguments_it_takes():
    table = TEXTS["arbiter"].split("## A protest")[0]
    known = dict(COMMANDS)
    assert {name for name in known if not re.search(rf"`{name}\b", table)} == set()
    for name, words in re.findall(r"`(\w+) ([^`]*=[^`]*)`", table):
        takes = known[name].split(",")
        assert all(word.partition("=")[0] in takes for word in words.split() if "=" in word), (name, words)


def test_the_tengen_commands_of_the_manuals_exist_with_their_options():
    load_commands()
    root = get_command(app)
    for text in TEXTS.values():
        for line in re.findall(r"tengen ([a-z]+[^`\n]*)", text):
            words = line.split()
            if words[0] not in root.commands:
                assert line.startswith(("is ", "on ")), line
                continue
            command = root.commands[words[0]]
            if hasattr(command, "commands") and len(words) > 1:
                command = command.commands[words[1]]
            options = {name for parameter in command.params for name in parameter.opts}
            assert {w for w in words if w.startswith("--") and w != "--"} <= options | {"--install-completion"}, line


def test_the_settings_of_a_game_are_all_explained_with_what_they_take():
    """Names and time have words of their own; rules and to_play follow from preset and set-up."""
    table = TEXTS["secretary"].split("| key | value | |\n|---|---|---|\n")[1].split("\n\n")[0]
    rows = {row.split("|")[1].strip(" `"): re.findall(r"`([^`]+)`", row.split("|")[2]) for row in table.splitlines()}
    assert set(rows) == set(presets._BASE) - {"black", "white", "event", "time", "rules", "to_play"}
    for key, takes in rows.items():
        if key in presets._CHOICES:
            assert tuple(takes) == presets._CHOICES[key], key
        elif key in presets._RANGES:
            assert tuple(map(int, takes)) == presets._RANGES[key], key
        else:
            assert all(presets.resolve("go-2002", {key: value(text)}) for text in takes), key


def test_the_articles_that_are_named_exist():
    for name in ("secretary", "arbiter"):  # what looks like one in the third are points
        for article in re.findall(r"\b[GR]\d+(?:\.\d+)*\b", TEXTS[name]):
            articles.code(article)  # raises for one that does not exist
