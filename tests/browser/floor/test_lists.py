"""Lists of players from a file, and lists into one."""

from playwright.sync_api import Page, expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import at_console, open_part
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


def hand_in(page: Page, text: str) -> None:
    file = {"name": "players.csv", "mimeType": "text/csv", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def export(page: Page, name: str) -> str:
    with page.expect_download() as waiting:
        page.get_by_role("link", name=name, exact=True).click()
    return waiting.value.path().read_text(encoding="utf-8")


@rule("LIVE-8")
def test_players_come_from_a_list_all_or_none_and_leave_as_lists(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, "expected": 6})
    evening.do("open_tables")
    page = at_console(visit, evening.floor)
    open_part(page, "Entries")
    hand_in(page, "player\nAnn\n" + "x" * 300 + "\n")
    expect(page.get_by_role("alert")).to_contain_text(
        "A player has a name, of at most 100 letters."
    )
    expect(page.get_by_role("heading", name="All entries (0)")).to_be_visible()
    hand_in(page, "player;club\nAnn Peeters;Gent\nChloé Dubois;Liège\n=cmd();Spa\nDirk;Mons\n")
    expect(page.get_by_role("heading", name="All entries (4)")).to_be_visible()
    expect(page.get_by_role("button", name="Chloé Dubois")).to_be_visible()

    evening.begin()
    out = evening.state()["players"][3]
    evening.do("finish_hand", table=out["place"]["table"], out=[out["entry"]])
    players = export(page, "players")
    # A spreadsheet runs what begins with "=": the name is written as text.
    assert "'=cmd()" in players
    assert "Chloé Dubois" in players
    entries = export(page, "entries")
    assert entries.count("\n") == 5
    assert "Dirk" in export(page, "results")
