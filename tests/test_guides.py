"""What guides and changelog say about the release; every link between pages leads somewhere."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
GUIDES = ROOT / "docs" / "guides"
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
UNRELEASED = CHANGELOG.partition("## Unreleased")[2].partition("\n## ")[0]
OPERATOR = (GUIDES / "operator.md").read_text(encoding="utf-8")
WORDS = ROOT / "web" / "src" / "i18n" / "en" / "office.ts"
RUN = 10
"""Fewer words in a row may be alike by chance."""


def operator_pages() -> set[str]:
    """The operator's pages, as the client names them."""
    words = WORDS.read_text(encoding="utf-8")
    return set(re.findall(r'^ *part_\w+: "([^"]+)"', words, re.MULTILINE))


def test_an_upgrade_is_described_with_the_newest_schema() -> None:
    migrations = (ROOT / "src" / "cardroom" / "store" / "migrations").glob("*.sql")
    newest = max(int(file.name[:4]) for file in migrations)
    for page in (OPERATOR, UNRELEASED):
        assert re.findall(r"schema\s+version\s+(\d+)", page) == [str(newest)]


def test_the_operators_guide_lists_every_page_and_no_other() -> None:
    table = OPERATOR.partition("### In the browser")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| ([A-Z][^|]+) \|", table, re.MULTILINE)
    assert sorted(rows) == sorted(operator_pages())


def test_the_pages_that_the_guides_send_operators_to_are_there() -> None:
    texts = [file.read_text(encoding="utf-8") for file in GUIDES.glob("*.md")] + [UNRELEASED]
    named = {one for text in texts for one in re.findall(r'operator\'s\s+page\s+"([^"]+)"', text)}
    named |= {one for text in texts for one in re.findall(r"\*Operator, ([A-Z]\w+)", text)}
    assert len(named) > 5
    assert not named - operator_pages()


def test_the_changelog_says_nothing_twice() -> None:
    words = UNRELEASED.split()
    runs = Counter(tuple(words[at : at + RUN]) for at in range(len(words) - RUN))
    assert len(runs) > 1000
    assert not [" ".join(run) for run, count in runs.items() if count > 1]


FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors(page: str) -> set[str]:
    """What the headings of a page are called in addresses."""
    heads = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_link_between_pages_leads_somewhere() -> None:
    folders = ("docs", "bench", "deploy", "examples")
    pages = [*ROOT.glob("*.md"), *(one for top in folders for one in (ROOT / top).rglob("*.md"))]
    lost, count = set(), 0
    for page in pages:
        for link in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
            if "://" in link:
                continue
            count += 1
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists() or (
                anchor and anchor not in anchors(target.read_text(encoding="utf-8"))
            ):
                lost.add(f"{page.relative_to(ROOT)}: {link}")
    assert count > 200
    assert not lost
