"""Phrases that read like a translation, and keep coming back: docs, code and client go without."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
REFUSED = {
    r"\banew\b": "again, or nothing at all",
    r"\bthe own\b": "your own, the player's own",
    r"\bin (?:a |the )?(?:\w+'s|whose|their|his|your|its) stead\b": "for them, instead",
    r"\b(?:is|are|was|were|be|been) (?:told|said)\b": "the client shows, the room sends",
    r"\bstands? (?:in|under|at|beside|twice|there|for)\b": "is, belongs, appears",
    r"\bso long (?:as|until)\b": "as long as",
    r"\bwho is alone waits\b": "a player who comes alone waits",
    r"\b(?:he|him|his|himself)\b": "they, them, their",
}
"""What a text must not say, and what to say instead."""

PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "deploy/README.md")
FOLDERS = ("docs/decisions", "docs/guides")
PACKAGES = (
    "cash",
    "cluster",
    "commands",
    "engine",
    "fairness",
    "floor",
    "odds",
    "history",
    "integrity",
    "ledger",
    "office",
    "rl",
    "room",
    "rulebook",
    "server",
    "simulation",
    "store",
    "tournament",
)
"""The packages whose docstrings, comments and messages are held to it."""
BESIDE = ("bench", "examples", "tools")


def pages() -> list[Path]:
    found = [ROOT / name for name in PAGES]
    return [*found, *(file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.md")))]


def sources() -> list[Path]:
    folder = ROOT / "src" / "cardroom"
    found = sorted(folder.glob("*.py"))
    found += (file for name in PACKAGES for file in sorted((folder / name).rglob("*.py")))
    return [*found, *(file for name in BESIDE for file in sorted((ROOT / name).rglob("*.py")))]


def test_every_package_is_held_to_it() -> None:
    packages = (ROOT / "src" / "cardroom").glob("*/__init__.py")
    assert {file.parent.name for file in packages} == set(PACKAGES)


def prose(page: str) -> str:
    """A page without the code in it."""
    return re.sub(r"^```.*?^```|`[^`\n]+`", "", page, flags=re.DOTALL | re.MULTILINE)


def texts(source: str) -> Iterator[str]:
    """The comments and the strings of a Python file."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def comments(source: str) -> list[str]:
    """The comments of a file of the client."""
    return re.findall(r"/\*.*?\*/|(?<![:\"'\w])//[^\n]*|<!--.*?-->", source, re.DOTALL)


def refused(text: str) -> list[str]:
    """What reads like a translation, each with a better way to say it."""
    found = ((one, re.search(one, text, re.IGNORECASE)) for one in REFUSED)
    return [f"'{match[0]}': {REFUSED[one]}" for one, match in found if match]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_written_in_plain_english(page: Path) -> None:
    assert not refused(prose(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", sources(), ids=lambda file: str(file.relative_to(ROOT)))
def test_docstrings_comments_and_messages_are_written_in_plain_english(file: Path) -> None:
    found = [one for text in texts(file.read_text(encoding="utf-8")) for one in refused(text)]
    assert not found


def test_comments_of_the_client_are_written_in_plain_english() -> None:
    folder = ROOT / "web" / "src"
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in {".ts", ".svelte"}]
    assert len(files) > 200
    found = {
        f"{file.relative_to(ROOT)}: {one}"
        for file in files
        for text in comments(file.read_text(encoding="utf-8"))
        for one in refused(text)
    }
    assert found == set()


def test_a_comment_of_the_client_is_found_and_an_address_is_none() -> None:
    source = 'const a = "http://he"; // his seat\n/** the\n own */ <!-- anew -->'
    assert comments(source) == ["// his seat", "/** the\n own */", "<!-- anew -->"]


@pytest.mark.parametrize(
    "text",
    [
        "The list is written anew.",
        "What the room does in a player's stead.",
        "The reason is told to the players.",
        "A ruling stands in the table.",
        "A player keeps his seat.",
        "The own hands.",
    ],
)
def test_a_translated_phrase_is_found(text: str) -> None:
    assert len(refused(text)) == 1


@pytest.mark.parametrize(
    "text",
    ["This new list.", "a call instead of a raise", "We understand it.", "for as long as"],
)
def test_ordinary_english_is_not(text: str) -> None:
    assert not refused(text)
