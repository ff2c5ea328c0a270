"""What is compiled: every module is there, and none of them defines a struct."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def hot_modules() -> list[str]:
    """The list in setup.py, read without running it."""
    setup = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    lists = [
        node.value
        for node in setup.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "HOT_MODULES"
    ]
    assert len(lists) == 1
    assert lists[0] is not None
    return list(ast.literal_eval(lists[0]))


@pytest.mark.parametrize("module", hot_modules())
def test_no_compiled_module_defines_a_struct_because_it_would_lose_its_tag(module: str) -> None:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases = [ast.unparse(base) for one in classes for base in one.bases]
    assert not [base for base in bases if base.endswith(("Struct", "Event", "Rules"))]
    keywords = [keyword.arg for one in classes for keyword in one.keywords]
    assert not keywords, "a compiled class is declared without frozen= and tag="
