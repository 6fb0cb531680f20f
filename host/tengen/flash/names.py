"""Fewer names in the board's memory: private ones and those of arguments share short ones.

MicroPython keeps every name that any loaded program has used, once, for as long as the board is on. 1260 of them fit
the tables that a game needs anyway; one more, and the next table takes 8 KB. So, between ``constants.py`` and the
compiler:

- A private variable or attribute (``_deadline``) is called ``_a``, ``_b`` ... on the board. The same name becomes the
  same everywhere; two names share a short one only if no module, and no class with those it inherits from, has both.
- An argument whose name nothing else in the firmware has is called ``a0``, ``a1`` ... in its function.

Functions, classes and everything public keep their names, so that a traceback reads as before; lines keep their
numbers.
"""

import ast
import builtins
import itertools
import string
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Names:
    """What ``plan`` has found for one firmware."""

    private: dict[str, str]  # private name -> short name
    arguments: frozenset[str]  # names that only arguments have


def shorten(sources: dict[str, str]) -> dict[str, str]:
    """The sources of modules by their full names, rewritten; they are a whole program."""
    names = plan(sources)
    return {module: rewrite(text, names) for module, text in sources.items()}


def plan(sources: dict[str, str]) -> Names:
    """Find what can be shortened in the modules of a program."""
    trees = {module: ast.parse(text) for module, text in sources.items()}
    return Names(_private(trees), _arguments(trees))


def rewrite(text: str, names: Names) -> str:
    """One module, or a program that works on the modules, with its names shortened."""
    tree = ast.parse(text)
    lines = text.encode().splitlines(keepends=True)
    edits: dict[tuple[int, int], tuple[int, str]] = {}  # line and column -> bytes there, what comes instead

    def edit(line: int, column: int, old: str, new: str) -> None:
        edits[line, column] = len(old.encode()), new

    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names.private:
            edit(node.lineno, node.col_offset, node.id, names.private[node.id])
        elif isinstance(node, ast.Attribute) and node.attr in names.private:
            column = node.end_col_offset - len(node.attr.encode())
            edit(node.end_lineno, column, node.attr, names.private[node.attr])
        elif isinstance(node, ast.Global) and names.private.keys() & set(node.names):
            old = ast.get_source_segment(text, node)
            new = "global " + ", ".join(names.private.get(name, name) for name in node.names)
            edit(node.lineno, node.col_offset, old, new)
    for function in _outermost(tree):
        short: dict[str, str] = {}
        inner = list(ast.walk(function))
        free = (name for name in map("a{}".format, itertools.count()) if name not in _identifiers(function))
        for node in inner:
            if isinstance(node, ast.arg) and node.arg in names.arguments and node.arg not in short:
                short[node.arg] = next(free)
        for node in inner:
            if isinstance(node, ast.arg) and node.arg in short:
                edit(node.lineno, node.col_offset, node.arg, short[node.arg])
            elif isinstance(node, ast.Name) and node.id in short:
                edit(node.lineno, node.col_offset, node.id, short[node.id])
    for (line, column), (length, new) in sorted(edits.items(), reverse=True):
        old = lines[line - 1]
        lines[line - 1] = old[:column] + new.encode() + old[column + length :]
    return b"".join(lines).decode()


def _private(trees: dict[str, ast.Module]) -> dict[str, str]:
    """Short names for the private variables and attributes."""
    wanted: set[str] = set()
    kept: set[str] = set()  # of functions, imports, other objects than ``self``, constants that the compiler folds
    there: dict[str, set[str]] = {}  # private names by module
    for module, tree in trees.items():
        there[module] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                kept.add(node.name)
            elif isinstance(node, ast.alias):
                kept.update((node.name, node.asname or ""))
            elif isinstance(node, ast.arg):
                kept.add(node.arg)
            elif isinstance(node, ast.Assign) and _folded(node):
                kept.update(target.id for target in node.targets if isinstance(target, ast.Name))
            elif isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                if name.startswith("_") and not name.startswith("__") and name != "_":
                    there[module].add(name)
                    own = isinstance(node, ast.Name) or isinstance(node.value, ast.Name) and node.value.id == "self"
                    (wanted if own else kept).add(name)  # ``sys.implementation`` has some, too
    wanted -= kept
    taken = set().union(*map(_identifiers, trees.values()))
    groups = [frozenset(there[module].union(*(there[base] for base in _bases(trees, module)))) for module in trees]
    apart = {name: set().union(*(group for group in groups if name in group)) for name in wanted}
    found: dict[str, str] = {}
    for name in sorted(wanted, key=lambda name: (-len(apart[name]), name)):
        used = {found.get(other) for other in apart[name]}
        found[name] = next(short for short in _short_names() if short not in used and short not in taken)
    return found


def _folded(node: ast.Assign) -> bool:
    """``_X = const(1)``: never a name at run time."""
    return isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id == "const"


def _bases(trees: dict[str, ast.Module], module: str) -> set[str]:
    """The modules from which classes of ``module`` inherit, and those from which these do."""
    found: set[str] = set()
    for node in ast.walk(trees[module]):
        if isinstance(node, ast.ImportFrom) and node.module in trees:
            names = {alias.asname or alias.name for alias in node.names}
            for inherits in ast.walk(trees[module]):
                if isinstance(inherits, ast.ClassDef):
                    bases = {base.id for base in inherits.bases if isinstance(base, ast.Name)}
                    if bases & names:
                        found |= {node.module} | _bases(trees, node.module)
    return found


def _identifiers(tree: ast.AST) -> set[str]:
    """Everything in a piece of source that looks like a name."""
    fields = ("id", "attr", "arg", "name", "asname")
    return {str(getattr(node, key)) for node in ast.walk(tree) for key in fields if hasattr(node, key)}


def _short_names() -> Iterator[str]:
    """``_a`` to ``_z``, ``_aa`` ..."""
    letters = list(string.ascii_lowercase)
    yield from ("_" + letter for letter in letters)
    yield from ("_" + first + second for first in letters for second in letters)


def _arguments(trees: dict[str, ast.Module]) -> frozenset[str]:
    """Names that arguments have and nothing else that is a name at run time; never given as keywords."""
    found: set[str] = set()
    others = set(dir(builtins)) | {"self"}
    functions = []
    spread = set()  # functions that are called with ``**``
    for tree in trees.values():
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                others.update(name.id for name in ast.walk(node) if isinstance(name, ast.Name))
        for node in ast.walk(tree):
            if isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.keyword):
                others.add(node.arg or "")
            elif isinstance(node, ast.Call) and any(keyword.arg is None for keyword in node.keywords):
                spread |= _identifiers(node.func)
            elif isinstance(node, ast.Constant):
                others.add(str(node.value))
            elif isinstance(node, ast.Global | ast.Nonlocal):
                others.update(node.names)
            elif isinstance(node, ast.alias):
                others.update(node.name.split("."))
            if isinstance(node, ast.FunctionDef):
                functions.append(node)
            if not isinstance(node, ast.arg | ast.Name):
                others.update(str(getattr(node, key)) for key in ("attr", "name", "asname") if hasattr(node, key))
    for function in functions:
        # (An assembler's names are its registers.)
        if function.name in spread or any("asm" in ast.dump(decorator) for decorator in function.decorator_list):
            others.update(node.arg for node in ast.walk(function) if isinstance(node, ast.arg))
    return frozenset(found - others)


def _outermost(tree: ast.AST) -> Iterator[ast.AST]:
    """Functions that are in no other function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield node
        else:
            yield from _outermost(node)
