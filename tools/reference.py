"""Write the reference of the library, one page a public package, from the docstrings of its source.

The source is read, not imported: compiled modules have lost their docstrings.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "reference"
PACKAGES = (
    *("cardroom", "cardroom.engine", "cardroom.odds", "cardroom.rulebook"),
    *("cardroom.history", "cardroom.ledger", "cardroom.cash", "cardroom.tournament"),
    *("cardroom.floor", "cardroom.fairness", "cardroom.rl"),
)
WIDTH = 100
ABOUT = """\
Made from the docstrings by `make reference`. Names that are not here may change without notice.
[The tutorial](../engine.md) shows how the parts fit together.
"""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.ClassDef | Function | ast.Assign | ast.AnnAssign


class Module:
    """A module of the source: what it defines, and what it imports from where."""

    def __init__(self, name: str) -> None:
        path = ROOT / "src" / name.replace(".", "/")
        self.file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        self.tree = ast.parse(self.file.read_text(encoding="utf-8"))

    def public(self) -> list[str]:
        """The names in `__all__`."""
        for node in self.tree.body:
            if "__all__" in defined(node) and isinstance(node, ast.Assign):
                return list(ast.literal_eval(node.value))
        return []

    def find(self, name: str) -> "tuple[Module, Definition, str] | None":
        """Where a name is defined, here or in what this imports, and its docstring."""
        conditional = [
            one for node in self.tree.body if isinstance(node, ast.If) for one in node.body
        ]
        for node, after in _with_next([*self.tree.body, *conditional]):
            if isinstance(node, Definition) and name in defined(node):
                return self, node, docstring(node, after)
        for one in ast.walk(self.tree):
            if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("cardroom"):
                for alias in one.names:
                    if (alias.asname or alias.name) == name:
                        return module_of(one.module or "").find(alias.name)
        return None


@cache
def module_of(name: str) -> Module:
    """A module, read once."""
    return Module(name)


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    if isinstance(node, ast.ClassDef | Function):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [ast.unparse(target) for target in node.targets]
    return [ast.unparse(node.target)] if isinstance(node, ast.AnnAssign) else []


def docstring(node: ast.stmt, after: ast.stmt | None) -> str:
    """What a definition says about itself; below a name it is the next statement."""
    if isinstance(node, ast.ClassDef | Function):
        return ast.get_docstring(node) or ""
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
        return cleandoc(str(after.value.value))
    return ""


def page(package: str) -> str:
    """The page of one package."""
    module = module_of(package)
    lines = [f"# `{package}`", "", ast.get_docstring(module.tree) or "", "", ABOUT]
    for name in module.public():
        found = module.find(name)
        assert found is not None, f"{package} has no {name}"
        lines += _entry(name, *found)
    return "\n".join(lines).rstrip() + "\n"


def _entry(name: str, module: Module, node: Definition, said: str) -> list[str]:
    assert said, f"{name} in {module.file} has no docstring"
    place = module.file.relative_to(ROOT)
    lines = [f"## `{name}`", "", f"[{place}](../../{place})", ""]
    lines += ["```python", *_declared(name, node), "```", "", said, ""]
    members = list(_members(module, node)) if isinstance(node, ast.ClassDef) else []
    return [*lines, *members, ""] if members else lines


def _declared(name: str, node: Definition) -> list[str]:
    if isinstance(node, ast.ClassDef):
        for one in node.body:
            if isinstance(one, Function) and one.name == "__init__":
                return _signature(f"class {name}", one, bound=True)
        return [f"class {name}"]
    if isinstance(node, Function):
        return _signature(f"def {name}", node, bound=False)
    return ast.unparse(node).splitlines()


def _signature(head: str, node: Function, *, bound: bool) -> list[str]:
    """A call in one line, or one argument a line; without `self` where it is `bound`."""
    arguments = list(_arguments(ast.unparse(node.args)))[1 if bound else 0 :]
    returned = "" if node.name == "__init__" or node.returns is None else ast.unparse(node.returns)
    end = f") -> {returned}" if returned else ")"
    whole = f"{head}({', '.join(arguments)}{end}"
    if len(whole) <= WIDTH:
        return [whole]
    return [f"{head}(", *[f"    {one}," for one in arguments], end]


def _arguments(text: str) -> Iterator[str]:
    """Cut a list of arguments at the commas that are not inside brackets."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield text[start:place].strip()
            start = place + 1
    if text[start:].strip():
        yield text[start:].strip()


def _members(module: Module, node: ast.ClassDef) -> Iterator[str]:
    """Fields, properties and methods without a leading underscore, those of our bases included."""
    seen: set[str] = set()
    for one in _with_bases(module, node):
        enumerates = any("Enum" in ast.unparse(base) for base in one.bases)
        for member, after in _with_next(one.body):
            new = [name for name in defined(member) if name[0] != "_" and name not in seen]
            if new and (enumerates or not isinstance(member, ast.Assign)):
                seen.update(new)
                said = " ".join(docstring(member, after).split())
                yield f"- `{_member(member)}`" + (f": {said}" if said else "")


def _with_bases(module: Module, node: ast.ClassDef) -> Iterator[ast.ClassDef]:
    yield node
    for base in node.bases:
        found = module.find(ast.unparse(base))
        if found is not None and isinstance(found[1], ast.ClassDef):
            yield from _with_bases(found[0], found[1])


def _with_next(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    return zip(body, [*body[1:], None], strict=True)


def _member(node: ast.stmt) -> str:
    if not isinstance(node, Function):
        return ast.unparse(node)
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    if "property" in marks and node.returns is not None:
        return f"{node.name}: {ast.unparse(node.returns)}"
    lines = _signature(node.name, node, bound="staticmethod" not in marks)
    return " ".join(line.strip() for line in lines).replace("( ", "(").replace(", )", ")")


def main() -> int:
    """Write the pages that have changed, and name them."""
    PAGES.mkdir(exist_ok=True)
    for package in PACKAGES:
        file = PAGES / f"{package}.md"
        text = page(package)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"Wrote {file.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
