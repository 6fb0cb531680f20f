"""Constants written into the code that uses them, before it is compiled for the board.

Every public constant takes the board memory three times: its name, its place in its own module, and a place in each
module that imports it. MicroPython folds names like ``_X = const(1)`` away, but only within one file. So, between the
sources and the compiler, a whole number in capitals at the top of a module becomes such a name there and in every
module that imports it. Lines keep their numbers, for tracebacks.
"""

import ast
from dataclasses import dataclass, field

# What the compiler knows by itself (shared_rules/native.py): its import is for CPython.
_NATIVE = "shared_rules.native"


@dataclass
class _Module:
    """One source file."""

    name: str
    text: bytes
    tree: ast.Module = field(init=False)
    numbers: dict[str, int] = field(default_factory=dict)  # constants of its own
    kept: set[str] = field(default_factory=set)  # those that must be there at run time
    parts: dict[str, str] = field(default_factory=dict)  # full names of modules by the names they have in this one

    def __post_init__(self):
        self.tree = ast.parse(self.text)


def inline(sources: dict[str, str]) -> dict[str, str]:
    """The sources of modules by their full names, rewritten."""
    modules = {name: _Module(name, text.encode()) for name, text in sources.items()}
    for module in modules.values():
        module.numbers = _numbers(module.tree)
        module.parts = _parts(module.tree, modules)
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node not in module.tree.body and node.module in modules:
                modules[node.module].kept.update(alias.name for alias in node.names)
            elif isinstance(node, ast.Attribute) and not (
                isinstance(node.value, ast.Name) and node.value.id in module.parts
            ):
                # Of something that is not known here: whichever module it may be has to have it.
                for other in modules.values():
                    other.kept.add(node.attr)
    return {name: _rewrite(module, modules) for name, module in modules.items()}


def _numbers(tree: ast.Module) -> dict[str, int]:
    """Names in capitals that are given one whole number, once, at the top of the module."""
    stored: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored[node.id] = stored.get(node.id, 0) + 1
        elif isinstance(node, ast.arg):
            stored[node.arg] = stored.get(node.arg, 0) + 2
        elif isinstance(node, ast.Global):
            stored.update((name, 9) for name in node.names)
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.isupper() and not name.startswith("_") and stored[name] == 1:
                value = _value(node.value)
                if value is not None:
                    found[name] = value
    return found


def _parts(tree: ast.Module, modules: dict[str, _Module]) -> dict[str, str]:
    """The modules that a module imports as a whole, by the names they have in it."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if f"{node.module}.{alias.name}" in modules
    }


def _needs_native(tree: ast.Module) -> bool:
    """Whether ``const`` or ``micropython`` is used otherwise than as the compiler knows it."""
    known = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            known.update(id(name) for decorator in node.decorator_list for name in ast.walk(decorator))
        elif (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call)
        ):
            known.add(id(node.value.func))
    return any(
        isinstance(node, ast.Name) and node.id in ("const", "micropython") and id(node) not in known
        for node in ast.walk(tree)
    )


_ARITHMETIC = (ast.Expression, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)


def _value(node: ast.expr) -> int | None:
    """The whole number that an expression of numbers gives, None for any other expression."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "const"
        and len(node.args) == 1
    ):
        node = node.args[0]
    if not all(isinstance(part, _ARITHMETIC) for part in ast.walk(node)):
        return None
    value = eval(compile(ast.Expression(node), "constant", "eval"), {})
    return value if type(value) is int else None


def _rewrite(module: _Module, modules: dict[str, _Module]) -> str:
    """``module`` with its constants, and those it imports, as private names."""
    names = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
    private: dict[str, str] = {}  # name in this module -> private name
    edits: list[tuple[ast.AST, str]] = []

    def hide(name: str) -> str:
        private[name] = f"_{name}"
        while private[name] in names:
            private[name] += "_"
        return private[name]

    for node in module.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in module.numbers and name not in module.kept:
                edits.append((node, f"{hide(name)} = const({module.numbers[name]})"))
        elif isinstance(node, ast.ImportFrom):
            if node.module == _NATIVE:
                if not _needs_native(module.tree):
                    edits.append((node, "pass"))
                continue
            source = modules.get(node.module)
            left, folded = [], []
            for alias in node.names:
                local = alias.asname or alias.name
                if source and alias.name in source.numbers:
                    folded.append(f"{hide(local)} = const({source.numbers[alias.name]})")
                else:
                    left.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
            if folded:
                first = [f"from {node.module} import {', '.join(left)}"] if left else []
                edits.append((node, "; ".join(first + folded)))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in private:
            edits.append((node, private[node.id]))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in module.parts:
            value = modules[module.parts[node.value.id]].numbers.get(node.attr)
            if value is not None:
                edits.append((node, str(value)))
    # A name inside what is rewritten as a whole is not rewritten again.
    whole = [node for node, _ in edits if isinstance(node, ast.stmt)]
    inner = {id(child) for node in whole for child in ast.walk(node) if child is not node}
    return _apply(module.text, [(node, text) for node, text in edits if id(node) not in inner])


def _apply(text: bytes, edits: list[tuple[ast.AST, str]]) -> str:
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for node, new in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset), reverse=True):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        new += "\n" * (node.end_lineno - node.lineno)  # as many lines as before
        text = text[:begin] + new.encode() + text[end:]
    return text.decode()
