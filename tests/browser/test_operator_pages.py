"""The operator's pages for people, stakes, cases, reports and the log: what the person sees."""

import csv
import re
import time
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.coming_in import come_in_as_guest
from tests.browser.past import ANA, BOSS
from tests.browser.test_every_page import picture
from tests.browser.visitors import Visit
from tests.rule import rule
from tests.server.processes import RoomProcess

STAKE = "pl-omaha:ordinary:100:200"
QUIET, QUIET_NAME = "pl-omaha:ordinary:25:50", "Pot-limit Omaha 0.25/0.50"


def open_card(page: Page, name: str) -> None:
    """Find a player, and have the account's card shown."""
    page.get_by_label("Name begins with").fill(name)
    page.get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def do(page: Page, deed: str, **fields: str) -> None:
    """Press a button, fill in its sheet with a reason, and send it."""
    page.get_by_role("button", name=deed, exact=True).click()
    sheet = page.get_by_role("dialog")
    for label, value in fields.items():
        field = sheet.get_by_label(label.replace("_", " "))
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    sheet.get_by_label("Reason, for the record").fill("as the test says")
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()


def test_the_navigation_names_every_page_and_says_where_one_is(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/tables")
    links = page.get_by_role("navigation", name="Operator").get_by_role("link")
    expect(links).to_have_count(14)
    links.filter(has_text="Reports").click()
    expect(page).to_have_url(re.compile("/operator/reports$"))
    expect(links.and_(page.locator("[aria-current=page]"))).to_have_text("Reports")


def test_on_a_phone_the_pages_are_one_list(visit: Visit) -> None:
    boss = visit("small")
    boss.log_in(BOSS)
    page = boss.go("/operator/tables")
    page.get_by_role("combobox", name="Operator").select_option("log")
    expect(page).to_have_url(re.compile("/operator/log$"))
    expect(page.get_by_role("heading", name="Log")).to_be_visible()


def test_a_player_is_muted_banned_and_let_in_again(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/players")
    open_card(page, "Otto")
    do(page, "Mute", For_how_long="7")
    expect(page.locator("[data-muted]")).to_contain_text("No chat until")
    do(page, "Give the chat back")
    expect(page.locator("[data-muted]")).to_have_count(0)
    do(page, "Ban", For_how_long="1")
    expect(page.get_by_role("button", name="Let in again")).to_be_visible()
    do(page, "Let in again")
    do(page, "Close the account")
    expect(page.get_by_role("button", name="Let in again")).to_be_visible()
    do(page, "Let in again")
    expect(page.get_by_role("button", name="Ban", exact=True)).to_be_visible()


def test_a_role_money_and_a_ticket_are_given_and_the_statement_says_so(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/players")
    open_card(page, "Pia")
    do(page, "Change the role", Role="floor")
    expect(page.locator("dl div", has_text="Role")).to_contain_text("Operator")
    do(page, "Change the role", Role="player")
    do(page, "Book money", Kind="deposit", Amount="12.50")
    do(page, "Give a ticket", Amount="5")
    do(page, "Set aside", Amount="2.50")
    page.get_by_role("button", name="Money and statement").click()
    lines = page.locator("tr[data-line]")
    expect(lines.first).to_contain_text("2.50")
    expect(lines.filter(has_text="as the test says").first).to_be_visible()
    expect(page.locator("dl")).to_contain_text(["Number", "In suspense"])
    assert grave_findings(page) == []
    picture(page, "operator-card", "desktop")
    boss.go("/operator/money")
    expect(page.locator("[data-suspense]", has_text="Pia")).to_contain_text("2.50")


def test_a_stake_is_closed_and_opened_without_a_restart(visit: Visit) -> None:
    boss, ana = visit(), visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/stakes")
    row = page.locator(f"[data-stake='{STAKE}']")
    close, open_again = (f"{deed}: Pot-limit Omaha 1/2" for deed in ("Close", "Open"))
    do(page, close)
    expect(row).to_contain_text("Closed: nobody is offered a seat")
    do(page, open_again)
    expect(row).to_contain_text("Player, Guest")
    expect(row).to_contain_text(re.compile(r"Tables: [1-9]"))
    ana.log_in(ANA)
    lobby = ana.go("/lobby")
    lobby.get_by_role("tab", name="Omaha").click()
    expect(lobby.locator(f"[data-stake='{STAKE}']")).to_be_visible()
    boss.go("/operator/log")
    expect(page.locator("[data-log=opened_stake]").first).to_contain_text(STAKE)


@rule("FAIR-07")
def test_practice_players_and_who_may_sit_are_set_in_the_room(visit: Visit) -> None:
    boss, guest = visit(), visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/stakes")
    row = page.locator(f"[data-stake='{QUIET}']")
    settings = f"Settings: {QUIET_NAME}"
    page.get_by_role("button", name=settings).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Save")).to_be_disabled()
    sheet.get_by_label("Guest").uncheck()
    sheet.get_by_label("Practice players").fill("3")
    sheet.get_by_label("Reason, for the record").fill("members' evening")
    assert grave_findings(page) == []
    picture(page, "operator-stake", "desktop")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_be_hidden()
    expect(row).to_contain_text("Practice players: 3 of 3")
    expect(row.locator(".who")).to_have_text("Player")
    come_in_as_guest(guest.context, guest.address)
    lobby = guest.go("/lobby")
    lobby.get_by_role("tab", name="Omaha").click()
    expect(lobby.locator(f"[data-stake='{QUIET}']")).to_contain_text("Not open to you")
    # Nobody may sit: the room says what to do instead, and the sheet stays.
    page.get_by_role("button", name=settings).click()
    sheet.get_by_label("Player", exact=True).uncheck()
    sheet.get_by_label("Reason, for the record").fill("a mistake")
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Close the stake if nobody should.")).to_be_visible()
    sheet.get_by_role("button", name="Cancel").click()
    for setting in ("Practice players", "Who may sit"):
        line = row.locator(".set", has_text=setting)
        expect(line).to_contain_text(f"set by {BOSS}")
        line.get_by_role("button", name="Back to the file").click()
        sheet.get_by_label("Reason, for the record").fill("the evening is over")
        sheet.locator("button[type=submit]").click()
        expect(line).to_have_count(0)
    expect(row.locator(".who")).to_have_text("Player, Guest")
    # They play their hand to its end first.
    expect(row).not_to_contain_text("of 3")
    boss.go("/operator/log")
    for deed in ("set_practice_players", "set_who_may_sit"):
        expect(page.locator(f"[data-log={deed}]").first).to_contain_text("members' evening")
        reset = deed.replace("set_", "reset_", 1)
        expect(page.locator(f"[data-log={reset}]").first).to_contain_text("the evening is over")


@rule("FAIR-04", "FAIR-12")
def test_a_report_of_a_player_becomes_a_case_and_is_closed(visit: Visit, room: RoomProcess) -> None:
    boss, ana = visit(), visit()
    ana.log_in(ANA)
    me = ana.context.request.get(f"{room.address}/api/me").json()
    about = {"kind": "collusion", "players": [2], "text": "they never raise each other"}
    asked = ana.context.request.post(
        f"{room.address}/api/ask",
        data={"request": {"t": "report", "id": str(uuid4()), **about}},
        headers={"X-CSRF-Token": me["csrf"], "Origin": room.address},
    )
    assert asked.ok, asked.text()
    boss.log_in(BOSS)
    page = boss.go("/operator/cases")
    row = page.locator("[data-case]", has_text="they never raise each other").first
    expect(row).to_contain_text("Collusion")
    row.get_by_role("link", name=re.compile("^Look")).click()
    page.get_by_role("button", name="Hold money").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Amount").fill("1.50")
    sheet.locator("button[type=submit]").click()
    expect(page.locator("[data-entry=hold_placed]")).to_contain_text("1.50")
    page.get_by_role("button", name="End the review").click()
    sheet.get_by_label("Finding").select_option("nothing_found")
    sheet.get_by_label("Reason, for the record").fill("they are strangers")
    assert grave_findings(page) == []
    picture(page, "operator-case", "desktop")
    sheet.locator("button[type=submit]").click()
    expect(page.locator("[data-entry=case_closed]")).to_contain_text("they are strangers")
    expect(page.get_by_role("button", name="Link a hand")).to_have_count(0)


@rule("RAKE-01")
def test_the_rake_of_today_and_yesterday_agrees_with_the_ledger(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/reports")
    page.get_by_label("Period").select_option("days")
    first = time.strftime("%Y-%m-%d", time.localtime(time.time() - 2 * 86_400))
    page.get_by_label("First day").fill(first)
    expect(page.locator("[data-ledger=same]")).to_contain_text("The ledger has booked the same")
    expect(page.locator("[data-row='nl-holdem:ordinary:5:10']")).to_contain_text("No-limit Hold'em")
    expect(page.locator("tr[data-row]", has_text="Ana")).to_be_visible()
    expect(page.locator("figure svg rect").first).to_be_attached()
    expect(page.get_by_role("table", name="Rake by day")).to_be_visible()
    assert grave_findings(page) == []
    picture(page, "operator-rake", "desktop")


@pytest.mark.parametrize("table", ["Rake by stake", "Rake by player", "Rake by day"])
def test_a_table_is_saved_as_a_file(visit: Visit, tmp_path: Path, table: str) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/reports")
    page.get_by_label("Period").select_option("days")
    first = time.strftime("%Y-%m-%d", time.localtime(time.time() - 2 * 86_400))
    page.get_by_label("First day").fill(first)
    link = page.get_by_role("link", name=f"Save as CSV: {table}")
    with page.expect_download() as saved:
        link.click()
    file = tmp_path / "rake.csv"
    saved.value.save_as(file)
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert rows
    assert all(re.fullmatch(r"-?\d+\.\d\d", row["rake"]) for row in rows)


@pytest.mark.parametrize("report", ["Sessions", "Results", "Balances"])
def test_the_other_reports_are_figures_and_tables(visit: Visit, report: str) -> None:
    boss = visit("small")
    boss.log_in(BOSS)
    page = boss.go("/operator/reports")
    page.get_by_role("tab", name=report).click()
    if report != "Balances":
        page.get_by_label("Period").select_option("this_month")
    else:
        expect(page.locator("[data-figure=sum]")).to_have_text("0")
    expect(page.locator("tr[data-row]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert grave_findings(page) == []
    picture(page, f"operator-{report.lower()}", "small")


def test_the_log_follows_one_player_and_shows_messages_of_webhooks(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/log")
    page.locator("[data-log] a", has_text=BOSS).first.click()
    expect(page).to_have_url(re.compile(r"player=\d+"))
    expect(page.get_by_role("link", name="Show everything")).to_be_visible()
    expect(page.get_by_role("heading", name="Messages of the webhooks")).to_be_visible()
    expect(page.get_by_text("There are no messages.")).to_be_visible()


def test_files_are_added_to_the_timetable_and_a_wrong_one_says_where(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/tournaments")
    page.get_by_role("button", name="Add a file").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("What it says").fill("name = 7")
    sheet.get_by_label("Reason, for the record").fill("a queue for the evening")
    sheet.locator("button[type=submit]").click()
    expect(page.get_by_role("status").or_(page.get_by_role("alert")).first).to_be_visible()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Nothing was added.")).to_be_visible()
    expect(page.get_by_text("No package is waiting.")).to_be_visible()


@pytest.mark.parametrize(("locale", "title"), [("nl-NL", "Rapporten"), ("fr-FR", "Rapports")])
def test_the_reports_speak_dutch_and_french(visit: Visit, locale: str, title: str) -> None:
    boss = visit(locale=locale)
    boss.log_in(BOSS)
    page = boss.go("/operator/reports?report=balances")
    expect(page.locator("main [aria-current=page]")).to_have_text(title)
    expect(page.locator("[data-figure=sum]")).to_have_text("0")
