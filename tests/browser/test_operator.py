"""The operator's pages."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.past import ANA, BOSS, WRONG_HAND
from tests.browser.people import Person
from tests.browser.visitors import Visit
from tests.rule import rule
from tests.server.processes import RoomProcess


def do(page: Page, table: str, deed: str) -> None:
    """Do something to a table, with a reason."""
    row = page.locator(f"[data-table='{table}']")
    row.locator(f"[data-deed={deed}]").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason, for the record").fill("looking into it")
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()


@rule("CASH-01")
def test_the_operator_freezes_a_table_and_lets_it_play_on(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator")
    banzai = page.locator("[data-table]", has_text="Banzai").first
    table = banzai.get_attribute("data-table") or ""
    do(page, table, "freeze")
    expect(page.locator(f"[data-table='{table}']")).to_contain_text("Frozen")
    expect(page.locator(f"[data-table='{table}']")).to_contain_text("Stopped by the operator.")
    do(page, table, "unfreeze")
    expect(page.locator(f"[data-table='{table}']")).not_to_contain_text("Frozen")


@rule("CASH-01")
def test_the_operator_gives_a_seat_back_and_its_player_is_offered_it(
    visit: Visit, browser: Browser, room: RoomProcess
) -> None:
    boss, guest = visit(), Person(browser, room.address)
    guest.come_in()
    name = guest.context.request.get(f"{room.address}/api/me").json()["name"]
    boss.log_in(BOSS)
    page = boss.go("/operator")
    omaha = page.locator("[data-table]", has_text="Pot-limit Omaha 0.50/1").first
    table = omaha.get_attribute("data-table") or ""
    boss.go(f"/operator/players?name={name}")
    page.get_by_role("button", name="Give a seat back").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Number of the table").fill(table)
    sheet.get_by_label("Reason, for the record").fill("removed while the line was down")
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()
    expect(guest.page.get_by_role("dialog").locator("form")).to_be_visible()
    guest.sit()
    page.get_by_role("button", name="Give a seat back").click()
    sheet.get_by_label("Number of the table").fill(table)
    sheet.get_by_label("Reason, for the record").fill("once more")
    sheet.locator("button[type=submit]").click()
    expect(page.get_by_text(f"{name} already sits at this table.")).to_be_visible()
    guest.leave()


@rule("BANZ-08")
def test_the_operator_excludes_a_player_from_banzai_and_lets_them_in_again(
    visit: Visit, browser: Browser, room: RoomProcess
) -> None:
    boss, guest = visit(), Person(browser, room.address)
    guest.come_in()
    name = guest.context.request.get(f"{room.address}/api/me").json()["name"]
    boss.log_in(BOSS)
    page = boss.go(f"/operator/players?name={name}")
    with_reason(page, "Exclude from Banzai", "plays two stacks against one")
    excluded = page.locator("[data-banzai=excluded]")
    expect(excluded).to_contain_text("plays two stacks against one")
    guest.ask_for("nl-holdem:banzai:25:50")
    expect(guest.page.get_by_text("You cannot play Banzai at the moment.")).to_be_visible()
    with_reason(page, "Allow Banzai again", "looked into")
    expect(excluded).to_be_hidden()
    expect(page.get_by_role("button", name="Exclude from Banzai")).to_be_visible()


def with_reason(page: Page, deed: str, reason: str) -> None:
    """Press a button of the operator's and say why."""
    page.get_by_role("button", name=deed).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason, for the record").fill(reason)
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()


def test_the_operator_sees_tables_and_players_now(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator")
    expect(page.locator("[data-table]").first).to_contain_text(re.compile(r"(Rock|Caller|Shark)-"))
    page.get_by_label("Table or player").fill("nobody-has-this-name")
    expect(page.locator("[data-table]")).to_have_count(0)


def test_the_floor_counts_who_is_connected_and_measures_only_what_happened(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator")
    figures = page.locator(".figures div")
    connected = figures.filter(has_text="Players connected").locator("dd")
    assert connected.inner_text() != "0"
    expect(connected).to_have_text(re.compile(r"^\d+$"))
    for measured in figures.filter(has_text="mean").locator("dd").all():
        expect(measured).to_have_text(re.compile(r"^(–|< 1 ms|[\d,]+\.\d ms)$"))


def test_everybody_in_the_lobby_hears_the_operator(visit: Visit) -> None:
    boss, ana = visit(), visit()
    ana.log_in(ANA)
    lobby = ana.go("/lobby")
    lobby.locator("[data-stake]").first.wait_for()
    boss.log_in(BOSS)
    page = boss.go("/operator/house")
    page.get_by_role("textbox").fill("Soup is served.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(lobby.get_by_text("Soup is served.")).to_be_visible()


def test_a_restart_needs_a_second_thought(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/house")
    button = page.get_by_role("button", name="Prepare a restart")
    expect(button).to_be_disabled()
    page.get_by_label("I am sure").check()
    expect(button).to_be_enabled()


def test_a_restart_that_is_called_off_leaves_no_banner_behind(visit: Visit) -> None:
    boss, ana = visit(), visit()
    ana.log_in(ANA)
    banner = ana.go("/lobby").get_by_text("The room restarts in")
    boss.log_in(BOSS)
    page = boss.go("/operator/house")
    page.get_by_label("Countdown").select_option("900")
    page.get_by_label("I am sure").check()
    page.get_by_role("button", name="Prepare a restart").click()
    expect(banner).to_be_visible()
    page.get_by_role("button", name="Call it off").click()
    expect(banner).to_be_hidden()
    expect(page.get_by_role("button", name="Prepare a restart")).to_be_visible()


def give_reason(page: Page) -> None:
    """Say why one looks at cards."""
    page.get_by_label("Reason, for the record").fill("a complaint")
    page.get_by_role("button", name="Look at the cards").click()


@rule("FAIR-03")
def test_a_player_and_a_hand_with_all_its_cards_are_found(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/players")
    page.get_by_label("Name begins with").fill("an")
    page.get_by_role("button", name=re.compile("^Ana")).click()
    page.locator("#operator").get_by_role("link", name="Hands", exact=True).click()
    page.wait_for_url("**/operator/hands?player=*")
    assert page.locator("[data-hand]").count() == 0
    give_reason(page)
    page.locator("[data-hand]").first.click()
    page.wait_for_url("**/operator/hands/hand*")
    expect(page.get_by_label("Reason, for the record")).to_have_value("a complaint")
    page.get_by_role("button", name="Look at the cards").click()
    expect(page.get_by_text("the room records that you looked")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.locator("[data-seat] [data-card]").count() >= 12


def test_the_ledger_is_audited_while_the_room_is_open(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/ledger")
    page.get_by_role("button", name="Audit now").click()
    expect(page.locator("[data-audit=good]")).to_contain_text("Every cent is accounted for")


@rule("CASH-01", "AMB-24")
def test_the_operator_voids_a_paid_hand_and_its_players_see_why(visit: Visit) -> None:
    boss, vera = visit(), visit()
    boss.log_in(BOSS)
    page = boss.go(f"/operator/hands/{WRONG_HAND}")
    give_reason(page)
    page.get_by_role("button", name="Void this hand").click()
    sheet = page.get_by_role("dialog")
    moved = ["Vera gets 0.10", "Wim gives back 0.64", "Yara gets 0.58"]
    expect(sheet.locator("[data-share]")).to_contain_text(moved)
    expect(sheet).to_contain_text("The house gives back the rake of 0.04")
    sheet.get_by_label("Reason, for the record").fill("the deck held a card twice")
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()
    said = "This hand is void: the deck held a card twice"
    expect(page.locator("[data-void]")).to_have_text(said)
    expect(page.get_by_role("button", name="Void this hand")).to_have_count(0)
    vera.log_in("Vera")
    page = vera.go("/hands")
    expect(page.locator("[data-hand]")).to_contain_text("void")
    page.locator("[data-hand]").click()
    expect(page.locator("[data-void]")).to_have_text(said)
    expect(page.get_by_role("link", name="PHH")).to_have_count(0)
    page = vera.go("/cashier")
    expect(page.locator("[data-reason=reversed]")).to_contain_text("the deck held a card twice")


@rule("CRASH-04", "AMB-23")
def test_the_operator_sees_what_is_in_suspense_and_credits_it(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/money")
    row = page.locator("[data-suspense=dispute-7]")
    expect(row).to_contain_text("Wim")
    expect(row).to_contain_text("goes to charity on")
    row.get_by_role("button", name="Credit").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason, for the record").fill("it was his")
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()
    expect(row).to_have_count(0)
    expect(page.get_by_text("Nothing waits to be credited.")).to_be_visible()


@rule("CASH-01")
def test_the_operator_approves_what_another_one_has_asked_for(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go("/operator/money")
    row = page.locator("[data-booking=jackpot-7]")
    expect(row).to_contain_text("Wim")
    expect(row).to_contain_text("requested by Vera")
    row.get_by_role("button", name="Approve").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason, for the record").fill("the paper is right")
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_text("No booking is waiting.")).to_be_visible()


def test_a_player_has_no_operators_page(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/operator")
    expect(page.get_by_role("link", name="Operator")).to_have_count(0)
    expect(page.get_by_role("alert")).to_contain_text("Only staff can open this page")
