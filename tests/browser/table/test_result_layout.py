"""Nothing lies over the result of a hand, over who won it, or over the choice to show cards."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.staged import Json, StagedWindow, hand, in_hand, table
from tests.browser.table.test_layout import DESKTOPS, LANDSCAPE, PHONES, ZOOMED, overlaps

BOARD = [0, 17, 34, 51, 40]
HOLE = {seat: [seat, seat + 20] for seat in range(2, 7)}


def finished(*winners: int, button: int = 3) -> Json:
    """The hero folded; everybody else showed their cards, and some of them won."""
    seats = [in_hand(1, live=False)]
    for seat, hole in HOLE.items():
        won = 1_503 if seat in winners else 0
        seats.append(in_hand(seat, open=True, hole=hole, won=won))
    over = {"is_over": True, "actor": None, "street": "river", "chips_in": 1_557, "rake": 54}
    return table(hand=hand(seats=seats, board=BOARD, button=button, **over), clock=None)


def reading(others: str = "full_house") -> Json:
    """What the server reads: the longest that can be said of a hand; Bram's is a full house."""
    hands = [
        {
            "seat": seat,
            "category": "full_house" if seat == 2 else others,
            "five": [20, 21, 22, 16, 17],
            "share_permille": None,
        }
        for seat in HOLE
    ]
    return {"hand": 5, "boards": [{"cards": 5, "hands": hands}]}


@pytest.mark.parametrize("size", [*PHONES, DESKTOPS[0], LANDSCAPE, ZOOMED])
def test_nothing_lies_over_the_result(browser: Browser, size: tuple[int, int]) -> None:
    window = StagedWindow(browser, finished(2), size=size, phone=size in PHONES)
    window.reading = reading()
    result = window.page.locator(".result")
    for seat in HOLE:
        window.show(finished(seat, button=seat))
        expect(result).to_contain_text("full")
        expect(window.page.locator("[data-show]")).to_have_count(4)
        assert overlaps(window.page) == [], f"seat {seat} wins"
    window.show(finished(2, 5))
    expect(result).to_contain_text("Bram and Practice-Eva split the pot")
    assert overlaps(window.page) == [], "two equal hands"
    window.reading = reading("three_of_a_kind")
    window.show(finished(2, 5))
    expect(result).to_have_count(2)
    assert overlaps(window.page) == [], "two winners"
    window.close()


def test_nothing_lies_over_the_result_in_two_tiles(browser: Browser) -> None:
    window = StagedWindow(browser, finished(2), finished(2) | {"table": 8}, size=DESKTOPS[0])
    window.reading = reading()
    for seat in HOLE:
        window.show(finished(seat, button=seat))
        expect(window.page.locator("[data-table='7'] .result")).to_contain_text("full")
        assert overlaps(window.page) == [], f"seat {seat} wins"
    window.close()
