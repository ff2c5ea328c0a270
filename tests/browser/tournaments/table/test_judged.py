"""What the house does to a player of a running tournament, and what the players see of it."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.past import BOSS
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.field import Field, Seated
from tests.browser.tournaments.table.pages import SHOVE, play_until, take_seat
from tests.browser.visitors import Visit
from tests.rule import rule

THREE = """
name = "Judged"
edition = "house"
kind = "scheduled"
price_cents = 500
starting_stack = 500
seats = 3
breaks = false
[blinds]
level_s = 900
levels = [{ small = 25, big = 50 }]
[timebank]
first_ms = 600_000
cap_ms = 600_000
[registration]
late_levels = 0
minimum_entries = 3
"""


def judge(desk: Page, deed: str, name: str, case: int) -> None:
    """Do it to a player in a case, with a reason."""
    desk.get_by_role("button", name=f"{deed}: {name}").click()
    sheet = desk.get_by_role("dialog", name=deed)
    sheet.get_by_label("Number of the case").fill(str(case))
    sheet.get_by_label("Reason, for the record").fill("two of them play together")
    picture(desk, f"operator-{deed.split()[0].lower()}", "small")
    assert grave_findings(desk) == []
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sheet.locator("button[type=submit]").click()


def reported(field: Field, by: Seated, others: list[Seated]) -> int:
    """The case that a player's report becomes."""
    report = {"t": "report", "id": "judged-1", "kind": "collusion", "text": "They never raise"}
    players = [one.client.player for one in others]
    answer = field.do(by.client.post("/api/ask", request=report | {"players": players}))
    return int(answer["d"]["case"])


@rule("TRN-23", "TRN-24")
def test_the_operator_holds_winnings_and_disqualifies_and_the_players_see_it(
    visit: Visit, field: Field
) -> None:
    people = field.people(3)
    tournament = field.hold(THREE, people)
    field.until(lambda: all(one.table for one in people), "nobody was seated")
    first, second, third = people
    case = reported(field, third, [first, second])
    boss = visit("small")
    boss.log_in(BOSS)
    desk = boss.go(f"/operator/tournaments?tournament={tournament}")
    # A number that no case has is refused, and nothing is done.
    judge(desk, "Hold winnings", first.name, case + 1_000)
    expect(desk.locator(".toast.bad")).to_be_visible()
    desk.keyboard.press("Escape")
    for one in (first, second):
        judge(desk, "Hold winnings", one.name, case)
        expect(desk.get_by_role("dialog")).to_have_count(0)
    judge(desk, "Disqualify", third.name, case)
    expect(desk.get_by_role("dialog")).to_have_count(0)

    # The hand is played to its end; then the third one is out.
    pages = [take_seat(visit, field, one, "desktop") for one in (first, second)]
    field.play("fold", third)
    play_until(lambda: third.is_out, "nobody was put out", *pages)
    expect(desk.get_by_role("button", name=f"Disqualify: {third.name}")).to_have_count(0)

    # Whoever of the two wins reads that the house holds the prize.
    over = lambda: all(page.locator("[data-result]").count() for page in pages)  # noqa: E731
    play_until(over, "it does not end", *pages, how=SHOVE)
    winner = next(page for page in pages if page.locator("[data-result='1']").count())
    expect(winner.locator("[data-result='1']")).to_contain_text("The house holds it")
    picture(winner, "prize-held", "desktop")
