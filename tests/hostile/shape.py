"""The shape of each Python file, without its names and literals, and the strings in it.

A list of paths comes on standard input, a list of `{"shape": …, "strings": {…}}` or `{"error": …}` goes out.
"""

import ast
import collections
import collections.abc
import io
import json
import sys
import tokenize


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def document(text: object) -> object:
    """Returns the JSON in a literal, whose contents are data. None if it is not JSON."""
    if not isinstance(text, str) or not text.startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


def shape_of_data(value: object) -> str:
    if isinstance(value, list):
        return "[" + ",".join(map(shape_of_data, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(sorted(map(shape_of_data, value.values()))) + "}"
    return type(value).__name__


def strings_of_data(value: object) -> collections.abc.Iterator[str]:
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings_of_data(item)
    yield from value if isinstance(value, dict) else ()


def shape(node: object) -> str:
    if is_text(node):
        return "docstring"
    if isinstance(node, ast.Constant):
        inside = document(node.value)
        return type(node.value).__name__ + (shape_of_data(inside) if inside is not None else "")
    if isinstance(node, ast.Module):
        return ";\n".join(sorted(shape(it) for it in node.body))
    if isinstance(node, ast.AST):
        return type(node).__name__ + "(" + ",".join(shape(value) for _, value in ast.iter_fields(node)) + ")"
    if isinstance(node, list):
        return "[" + ",".join(map(shape, node)) + "]"
    return "." if node is not None else "-"


def strings(tree: ast.Module) -> collections.Counter[str]:
    texts = {id(node.value) for node in ast.walk(tree) if is_text(node)}
    found = collections.Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            found[node.value] += 1
            found.update(strings_of_data(document(node.value)))
    return found


def look(path: str) -> dict[str, object]:
    with open(path, "rb") as file:
        source = file.read()
    try:
        tree = ast.parse(source)
        tokens = tokenize.tokenize(io.BytesIO(source).readline)
        comments = sum(token.type == tokenize.COMMENT for token in tokens)
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        return {"error": str(error)}
    return {"shape": f"{comments} comments\n{shape(tree)}", "strings": strings(tree)}


sys.setrecursionlimit(10_000)
json.dump([look(path) for path in json.load(sys.stdin)], sys.stdout)
