"""The guide for directors as a newcomer reads it: what they press is printed there in bold."""

import re

from playwright.sync_api import Locator, Page

from tests.browser.visitors import ROOT

GUIDE = ROOT / "docs" / "guides" / "floor.md"
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


def bold_words() -> set[str]:
    """Everything that is bold in the guide, on one line each, with the number 2 for any number."""
    found = BOLD.findall(GUIDE.read_text(encoding="utf-8"))
    return {_plain(one) for one in found}


def _plain(words: str) -> str:
    return re.sub(r"\d+", "2", " ".join(words.split()))


def named(words: str) -> str:
    """A name on the screen that the guide has; a player's name may follow it after a colon."""
    wanted = {_plain(words), _plain(words.partition(": ")[0])}
    assert wanted & bold_words(), f"the guide does not name {words!r}"
    return words


def press(where: Page | Locator, words: str) -> None:
    """Press a button that the guide names."""
    where.get_by_role("button", name=named(words), exact=True).click()


def part(page: Page, words: str) -> None:
    """Go to a part of the console that the guide names."""
    page.get_by_role("tab", name=named(words), exact=True).click()
