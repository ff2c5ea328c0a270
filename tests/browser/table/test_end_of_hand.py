"""The end of a hand on the felt: chips go to the middle, then to the winner, and it can be read."""

from playwright.sync_api import Browser, expect

from cardroom.room.tables.pace import Pace
from tests.browser.staged import Json, StagedWindow, clock, hand, in_hand, table
from tests.rule import rule

DRAWN_MS = 600
"""The uncalled bet goes back, the others to the middle, then to the winner."""
READABLE_MS = 1_200


def awarded(pot: int, amount: int, seat: int, rake: int = 0) -> Json:
    paid = {"amount": amount, "rake": rake, "seats": [seat], "shares": [amount - rake]}
    return {"type": "pot_awarded", "pot": pot, **paid}


def river(*bets: int, **more: int) -> Json:
    """The river, on which three players have bet; nobody else is left."""
    seats = [in_hand(seat, bet=bet) for seat, bet in enumerate(bets, 1)]
    whole = {"street": "river", "board": [0, 17, 34, 51, 40], "chips_in": 120 + sum(bets)}
    return table(hand=hand(seats=seats, **(whole | more)), clock=clock(seat=2))


@rule("POT-07")
def test_a_pot_won_without_a_showdown_can_be_read(browser: Browser) -> None:
    window = StagedWindow(browser, river(200, 0, 0), motion=True, is_stopped=True)
    for seat in (2, 3):
        window.tell({"type": "folded", "seat": seat})
    window.tell({"type": "uncalled_returned", "seat": 1, "by": 200})
    window.tell({"type": "pots_stand", "hand": 5, "pots": [{"amount": 120, "seats": [1]}]})
    window.tell(awarded(0, 120, 1))
    expect(window.page.locator("[data-seat='3'] .badge.fold")).to_be_visible()
    window.page.clock.run_for(DRAWN_MS)
    expect(window.page.locator(".result")).to_contain_text("wins 1.20")
    assert Pace().won_without_showdown_ms >= DRAWN_MS + READABLE_MS
    window.close()


@rule("POT-02")
def test_bets_of_the_last_street_go_to_the_middle_before_anybody_wins_them(
    browser: Browser,
) -> None:
    window = StagedWindow(browser, river(300, 0, 0), is_stopped=True)
    bets = window.page.locator("[data-bet]")
    window.tell({"type": "called", "seat": 2, "by": 300})
    window.tell({"type": "folded", "seat": 3})
    expect(bets).to_have_count(2)
    for seat, hole in ((1, [51, 46]), (2, [3, 8])):
        window.tell({"type": "shown", "seat": seat, "hole": hole})
    window.tell({"type": "pots_stand", "hand": 5, "pots": [{"amount": 720, "seats": [1, 2]}]})
    window.tell(awarded(0, 720, 2))
    window.page.clock.run_for(150)
    expect(bets).to_have_count(0)
    expect(window.page.locator(".pot")).to_have_text("Pot 7.20")
    expect(window.page.locator(".won.bet")).to_have_count(0)
    window.page.clock.run_for(5_000)
    expect(window.page.locator(".won.bet")).to_have_text("7.20")
    expect(window.page.locator(".bet")).to_have_count(1)
    window.show(window.tables["table:7"] | {"hand": finished()})
    expect(window.page.locator(".bet")).to_have_count(1)
    window.close()


def finished() -> Json:
    """The same hand as somebody finds it who comes back after its end: its bets are not cleared."""
    seats = [in_hand(1, bet=300, open=True), in_hand(2, bet=300, open=True, won=720)]
    return hand(seats=seats, is_over=True, actor=None, street="river", chips_in=720)


@rule("POT-03")
def test_a_run_out_shows_main_and_side_pots_from_its_first_card_on(browser: Browser) -> None:
    pots = [{"amount": 900, "seats": [1, 2, 3]}, {"amount": 600, "seats": [1, 2]}]
    staged = table(
        hand=hand(
            street="preflop",
            board=[],
            chips_in=1_000,
            seats=[
                in_hand(1, bet=600, stack=0, all_in=True),
                in_hand(2, bet=100, stack=500),
                in_hand(3, bet=300, stack=0, all_in=True),
            ],
        ),
        clock=clock(seat=2),
    )
    window = StagedWindow(browser, staged, size=(360, 640), phone=True, is_stopped=True)
    sides = window.page.locator(".sides li")
    window.tell({"type": "called", "seat": 2, "by": 500})
    for seat in (1, 2, 3):
        window.tell({"type": "shown", "seat": seat, "hole": [seat, seat + 20]})
    for street, cards in (("flop", [0, 17, 34]), ("turn", [51]), ("river", [40])):
        window.tell({"type": "board_dealt", "street": street, "cards": cards})
    window.tell({"type": "pots_stand", "hand": 5, "pots": pots})
    window.tell(awarded(0, 900, 3))
    window.tell(awarded(1, 600, 1))
    window.page.clock.run_for(150)
    expect(window.page.locator("[data-board='0']")).to_be_visible()
    expect(sides).to_have_text(["Main 9", "Side 6"])
    window.page.locator("[data-board='0']").wait_for()
    window.page.clock.run_for(3_300)
    window.page.locator("[data-board='5']").wait_for()
    expect(sides).to_have_text(["Main 9", "Side 6"])
    window.page.clock.run_for(2_000)
    expect(window.page.locator(".result")).to_have_count(2)
    expect(window.page.locator(".won.bet")).to_have_text(["9", "6"])
    window.close()
