"""Where a rule is kept: the code that names it, and the tests that show it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

import cardroom

PACKAGE = Path(cardroom.__file__).parent
CHECKOUT = PACKAGE.parent.parent
TESTS = CHECKOUT / "tests"
BEFORE = r"(?<![\w`\[-])"

Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Place(msgspec.Struct, frozen=True, order=True):
    """One definition in the source: file, line and full name."""

    file: str
    line: int
    name: str


def code(rule: str) -> list[Place]:
    """The modules, classes and functions that name the rule, in a docstring or when refusing."""
    group = rule.partition("-")[0]
    return [
        place
        for file in sorted(PACKAGE.rglob("*.py"))
        if f"{group}-" in file.read_text(encoding="utf-8")
        for place in _code_in(file, rule)
    ]


def tests(rule: str) -> list[Place] | None:
    """The tests marked with the rule; None when the tests are not beside the source."""
    if not (TESTS / "rule.py").is_file():
        return None
    return [
        Place(str(file.relative_to(CHECKOUT)), test.lineno, test.name)
        for file in sorted(TESTS.rglob("test_*.py"))
        if rule in file.read_text(encoding="utf-8")
        for test in ast.walk(_parsed(file))
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and rule in _marks(test)
    ]


def names(rule: str, text: str) -> bool:
    """Whether a text names a rule by its whole ID, or in a range such as `POT-02..04`.

    `HC-04` is not in `THC-04`, `LIVE-16` not in `LIVE-16.1`. Between backticks or in square
    brackets an ID is only an example.
    """
    if re.search(rf"{BEFORE}{re.escape(rule)}(?!\d|\.[a-z0-9])", text):
        return True
    group, _, number = rule.partition("-")
    family = int(number.partition(".")[0])
    ranges = re.finditer(rf"{BEFORE}{group}-(\d+)(?:\.\.| to {group}-)(\d+)(?!\d|\.[a-z])", text)
    return any(int(found[1]) <= family <= int(found[2]) for found in ranges)


def _code_in(file: Path, rule: str) -> Iterator[Place]:
    shown = file.relative_to(CHECKOUT if TESTS.is_dir() else PACKAGE.parent)
    module = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    for name, node in _definitions(_parsed(file), module.removesuffix(".__init__")):
        is_in_docstring = names(rule, ast.get_docstring(node) or "")
        if is_in_docstring or (
            not isinstance(node, ast.Module | ast.ClassDef) and _says(node, rule)
        ):
            line = 1 if isinstance(node, ast.Module) else node.lineno
            yield Place(str(shown), line, name)


def _definitions(node: Definition, name: str) -> Iterator[tuple[str, Definition]]:
    """A definition with its full name, then those inside it."""
    yield name, node
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _definitions(child, f"{name}.{child.name}")


def _says(node: ast.AST, rule: str) -> bool:
    """Whether a string of the code is the rule itself, as in a refusal."""
    return any(
        isinstance(inside, ast.Constant) and inside.value == rule for inside in ast.walk(node)
    )


def _marks(test: ast.FunctionDef | ast.AsyncFunctionDef) -> set[object]:
    """The rules in the `rule(...)` marks of a test, also in those of single parameters."""
    return {
        argument.value
        for decorator in test.decorator_list
        for call in ast.walk(decorator)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))
