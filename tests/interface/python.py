"""The public interface of a Python package, taken from the syntax of its modules: names, fields, signatures, no prose.

A name or a module that begins with `_` is private. Of a private module, only the names that the stubs of public modules
import are public.
"""

import ast
import builtins
import sys
import typing
from collections.abc import Iterator
from pathlib import Path

LONGEST = 200
"""Of a longer value only that there is one is said: tables of data change with the contract."""


def main(folder: str) -> None:
    """Writes the interface of the package in this folder."""
    root = Path(folder)
    given_out = exported(root)
    for path in sorted(root.rglob("*.py")):
        parts = parts_of(root, path)
        private = is_private(parts)
        wanted = given_out.get(parts, set()) if private else None
        if wanted is None or wanted:
            stub = path.with_suffix(".pyi")
            source = stub if not private and stub.exists() else path
            module = ast.parse(source.read_text("utf-8"))
            lines = [line for node in nodes(module.body) for line in public(node, wanted)]
            print("\n".join([f"# {'.'.join([root.name, *parts])}", *lines, ""]))


def parts_of(root: Path, path: Path) -> tuple[str, ...]:
    """Returns the name of a module in the package, in parts."""
    parts = path.relative_to(root).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def is_private(parts: tuple[str, ...]) -> bool:
    """Returns true if a module is private."""
    return any(part.startswith("_") for part in parts)


def exported(root: Path) -> dict[tuple[str, ...], set[str]]:
    """Returns the names that the stubs of public modules import, by the module that defines them."""
    found: dict[tuple[str, ...], set[str]] = {}
    for path in sorted(root.rglob("*.pyi")):
        if is_private(parts_of(root, path)):
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.level:
                package = path.relative_to(root).parts[: -node.level]
                home = (*package, *(node.module or "").split("."))
                found.setdefault(tuple(filter(None, home)), set()).update(it.name for it in node.names)
    return found


def nodes(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, and those that only type checkers see."""
    for node in body:
        if isinstance(node, ast.If):
            yield from nodes(node.body)
        else:
            yield node


def public(node: ast.stmt, wanted: set[str] | None) -> Iterator[str]:
    """Yields the public lines of a statement."""
    match node:
        case ast.ClassDef(name=name) if is_public(name, wanted):
            yield from of_class(node)
        case ast.FunctionDef(name=name) if is_public(name, wanted):
            yield of_function(node)
        case ast.AnnAssign(target=ast.Name(id=name)) if is_public(name, wanted):
            yield of_value(name, node.annotation, node.value)
        case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=names)) if wanted is None:
            # A line each, here and below: one more name is a line more, and no line is otherwise.
            yield from (f"__all__: {ast.literal_eval(it)}" for it in names)
        case ast.Assign(targets=[ast.Name(id=name)]) if is_public(name, wanted):
            yield of_value(name, None, node.value)
        case ast.ImportFrom(module=module, level=level) if wanted is None and level:
            names = sorted(it.name for it in node.names if is_public(it.name, wanted))
            if node.col_offset == 0:
                yield from (f"from {'.' * level}{module or ''} import {name}" for name in names)
        case _:
            pass


def is_public(name: str, wanted: set[str] | None) -> bool:
    """Returns true if a name of a module is public."""
    if wanted is not None:
        return name in wanted
    return name == "__version__" or not name.startswith("_") and name != "TYPE_CHECKING"


def of_class(node: ast.ClassDef) -> Iterator[str]:
    """A class with its public members."""
    heads = [ast.unparse(it) for it in node.bases]
    heads += [f"{it.arg}={ast.unparse(it.value)}" for it in node.keywords]
    for decorator in node.decorator_list:
        yield f"@{ast.unparse(decorator)}"
    yield f"class {node.name}({', '.join(heads)})"
    for inner in nodes(node.body):
        match inner:
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                yield "    " + of_value(name, inner.annotation, inner.value)
            case ast.FunctionDef(name=name) if not name.startswith("_") or name == "__init__":
                yield "    " + of_function(inner)
                if name == "__init__":
                    yield from of_self(inner)
            case _:
                pass


def of_self(node: ast.FunctionDef) -> Iterator[str]:
    """Yields the attributes that `__init__` sets."""
    for inner in ast.walk(node):
        target = inner.target if isinstance(inner, ast.AnnAssign) else None
        targets = inner.targets if isinstance(inner, ast.Assign) else [target]
        for it in targets:
            if isinstance(it, ast.Attribute) and not it.attr.startswith("_"):
                said = f": {ast.unparse(inner.annotation)}" if isinstance(inner, ast.AnnAssign) else ""
                yield f"    self.{it.attr}{said}"


def of_function(node: ast.FunctionDef) -> str:
    """A signature, with the decorators of Python above it. Those of the package keep the signature."""
    named = [ast.unparse(it) for it in node.decorator_list]
    decorators = "".join(f"@{it} " for it in named if hasattr(builtins, it) or hasattr(typing, it) or "." in it)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{decorators}def {node.name}({ast.unparse(node.args)}){returns}"


def of_value(name: str, annotation: ast.expr | None, value: ast.expr | None) -> str:
    """A name with its type and, if that is short, its value."""
    said = f": {ast.unparse(annotation)}" if annotation else ""
    if value is None:
        return name + said
    text = ast.unparse(value)
    # What is public of a type is its value, however long.
    whole = len(text) <= LONGEST or said == ": TypeAlias"
    return f"{name}{said} = {text if whole else '...'}"


main(*sys.argv[1:])
