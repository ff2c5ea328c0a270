"""Write the index of the decision records, docs/decisions/README.md: `make decisions`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "docs" / "decisions"
INDEX = FOLDER / "README.md"
TITLE = re.compile(r"# 0*(?P<number>\d+)[.:]? (?P<title>.+)")
STATUS = re.compile(r"^Status: (?P<status>.+?)[.]?$", re.MULTILINE)

HEAD = """\
# Decisions

Why things are as they are, one page each: context, decision, consequences, what we set aside.
A record is never rewritten; a later one supersedes or refines it. `make decisions` writes this page
from the records.

| | Decision | Status |
|---|---|---|
"""
GAPS = """
## Numbers without a record

People who worked at the same time were given numbers in blocks. These were never used; no record
was removed: {numbers}.
"""


class Record(NamedTuple):
    """One decision record."""

    number: int
    title: str
    status: str
    file: str


def records() -> Iterator[Record]:
    """All records, by their numbers."""
    for file in sorted(FOLDER.glob("[0-9]*.md")):
        text = file.read_text(encoding="utf-8")
        title, status = TITLE.match(text), STATUS.search(text)
        assert title, f"{file.name} does not begin with '# {file.name[:4]} Title'"
        assert status, f"{file.name} has no line 'Status: …'"
        assert int(title["number"]) == int(file.name[:4]), f"{file.name} has another number"
        words = title["title"]
        yield Record(
            int(title["number"]), words[0].upper() + words[1:], status["status"], file.name
        )


def index() -> str:
    """The text of the index."""
    found = list(records())
    rows = [f"| [{one.number:04}]({one.file}) | {one.title} | {one.status} |\n" for one in found]
    used = {one.number for one in found}
    unused = [f"{number:04}" for number in range(1, max(used)) if number not in used]
    return HEAD + "".join(rows) + GAPS.format(numbers=", ".join(unused))


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
