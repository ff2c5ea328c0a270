"""The rules in words: every rule of the catalogue by its ID, read from its Markdown files."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

FILES = ("cash.md", "tournaments.md", "live.md")
ID = r"[A-Z0-9]+-\d+(?:\.[a-z0-9]+)?"
PARAGRAPH = re.compile(rf"^\*\*(?P<id>{ID})(?P<title>[^*]*)\*\*\s*(?P<text>.*)$")
ROW = re.compile(rf"^\|\s*(?P<id>{ID})\s*\|(?P<cells>.*)\|\s*$")


class RuleText(msgspec.Struct, frozen=True):
    """One rule of the catalogue in words."""

    id: str
    title: str
    text: str
    file: str

    @property
    def group(self) -> str:
        """The letters before the number: `BET` of `BET-14`."""
        return self.id.partition("-")[0]


@cache
def rule_texts() -> dict[str, RuleText]:
    """All rules, rulings and hard cases of the catalogue, in the order of its files."""
    folder = files("cardroom.rulebook") / "catalogue"
    found: dict[str, RuleText] = {}
    for file in FILES:
        for rule in parse((folder / file).read_text(encoding="utf-8"), file):
            assert rule.id not in found, f"{rule.id} stands twice in the catalogue"
            found[rule.id] = rule
    return found


def parse(markdown: str, file: str) -> Iterator[RuleText]:
    """Find paragraphs that begin with a bold ID, with what belongs to them, and rows of IDs."""
    start: re.Match[str] | None = None
    body: list[str] = []
    for line in [*markdown.splitlines(), "#"]:
        begins = PARAGRAPH.match(line)
        if start is not None and (begins or line.startswith(("#", "---"))):
            yield _paragraph(start, body, file)
            start = None
        if begins:
            start, body = begins, [begins["text"]]
        elif start is not None:
            body.append(line)
        elif row := ROW.match(line):
            yield _row(row, file)


def _paragraph(start: re.Match[str], body: list[str], file: str) -> RuleText:
    text = "\n".join(body).strip()
    title = start["title"].strip().rstrip(".") or text.partition(". ")[0].splitlines()[0]
    return RuleText(id=start["id"], title=title, text=text, file=file)


def _row(row: re.Match[str], file: str) -> RuleText:
    cells = [cell.strip() for cell in row["cells"].split("|")]
    return RuleText(id=row["id"], title=cells[1], text=" | ".join(cells), file=file)
