"""The rules in words: every rule of the catalogue by its ID, read from its Markdown files."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from textwrap import shorten

import msgspec

FILES = ("cash.md", "tournaments.md", "live.md")
ID = r"[A-Z0-9]+-\d+(?:\.[a-z0-9]+)?"
PARAGRAPH = re.compile(rf"^\*\*(?P<id>{ID})(?P<title>[^*]*)\*\*\s*(?P<text>.*)$")
ROW = re.compile(rf"^\|\s*(?P<id>{ID})\s*\|(?P<cells>.*)\|\s*$")
HEAD = re.compile(r"^\|\s*ID\s*\|(?P<cells>.*)\|\s*$")
REFERENCE = re.compile(r"(?<![\w.,-])\d\.\d(?![\d.])")
TITLE_LENGTH = 100
TITLE_COLUMNS = ("Rule", "Problem", "Scenario")
"""The column whose beginning serves as title of a rule in a table."""


class RuleText(msgspec.Struct, frozen=True):
    """One rule of the catalogue in words; `text` is Markdown."""

    id: str
    title: str
    text: str
    file: str

    @property
    def group(self) -> str:
        """The letters before the number: `BET` of `BET-14`, `I` of `I7`."""
        group, dash, _ = self.id.partition("-")
        return group.rstrip("0123456789") if group[0].isalpha() and not dash else group


@cache
def rule_texts() -> dict[str, RuleText]:
    """All rules, rulings and hard cases of the catalogue, in the order of its files."""
    folder = files("cardroom.rulebook") / "catalogue"
    found: dict[str, RuleText] = {}
    for file in FILES:
        for rule in parse((folder / file).read_text(encoding="utf-8"), file):
            assert rule.id not in found, f"{rule.id} is twice in the catalogue"
            found[rule.id] = rule
    return found


def parse(markdown: str, file: str) -> Iterator[RuleText]:
    """Find paragraphs that begin with a bold ID, with what belongs to them, and rows of IDs."""
    start: re.Match[str] | None = None
    body: list[str] = []
    columns: list[str] = []
    sections = dict(_sections(markdown))
    for line in [*markdown.splitlines(), "#"]:
        begins = PARAGRAPH.match(line)
        if start is not None and (begins or line.startswith(("#", "---"))):
            yield _paragraph(start, body, file)
            start = None
        if begins:
            start, body = begins, [begins["text"]]
        elif start is not None:
            body.append(line)
        elif head := HEAD.match(line):
            columns = _cells(head)
        elif row := ROW.match(line):
            yield _row(row, columns, sections, file)


def _paragraph(start: re.Match[str], body: list[str], file: str) -> RuleText:
    text = re.sub(r"\n(?=Editions: )", "\n\n", "\n".join(body).strip())
    title = re.sub(r"\((?:decided here|§[^)]*)\)", "", start["title"]).strip(" ,.")
    return RuleText(id=start["id"], title=title or _beginning(text), text=text, file=file)


def _row(row: re.Match[str], columns: list[str], sections: dict[str, str], file: str) -> RuleText:
    cells = dict(zip(columns, _cells(row), strict=True))
    title = next(cells[name] for name in TITLE_COLUMNS if name in cells)
    named = dict.fromkeys(REFERENCE.findall(" ".join(cells.values())))
    text = [f"**{name}:** {cell}" for name, cell in cells.items()]
    text += [f"**Section {name}:** {sections[name]}" for name in named if name in sections]
    return RuleText(id=row["id"], title=_beginning(title), text="\n\n".join(text), file=file)


def _sections(markdown: str) -> Iterator[tuple[str, str]]:
    """The numbered procedures to which rules in tables refer, such as 8.6, with their text."""
    for heading in re.finditer(r"^### (\d\.\d) (.+\n(?:(?!#|---).*\n)*)", markdown, re.MULTILINE):
        title, _, body = heading[2].partition("\n")
        yield heading[1], f"{title}.\n\n{body.strip()}"
    for paragraph in re.finditer(r"^\*\*(\d\.\d) (.+?)\*\* (.+)$", markdown, re.MULTILINE):
        yield paragraph[1], f"{paragraph[2]} {paragraph[3]}"


def _cells(line: re.Match[str]) -> list[str]:
    return [cell.strip() for cell in line["cells"].split("|")]


def _beginning(text: str) -> str:
    """What serves as title where a rule has none: its first words, without Markdown."""
    plain = re.sub(r"^\[[^\]]*\]\s*|[`*]", "", text).partition("\n")[0]
    return shorten(plain, TITLE_LENGTH, placeholder=" …")
