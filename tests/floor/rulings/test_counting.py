"""What the dealer counts for a player."""

from cardroom.floor.rulings.counting import CountRequest
from tests.floor.rulings.asking import ask, house
from tests.rule import rule


@rule("LIVE-21.p2", "LHC-56")
def test_the_bet_is_counted_and_the_whole_stack_only_after_an_all_in() -> None:
    asked = ask(CountRequest(asked="stack", bet=4000, stack=11000))
    assert (asked.decision, asked.amounts.count) == ("refused", 4000)
    all_in = ask(CountRequest(asked="stack", bet=4000, stack=11000, all_in=True))
    assert (all_in.decision, all_in.amounts.count) == ("allowed", 15000)
    for open_house in (
        house("chips", exact_stacks=True),
        house("chips", full_count_only_all_in=False),
    ):
        shown = ask(CountRequest(asked="stack", bet=4000, stack=11000), open_house)
        assert shown.amounts.count == 15000


@rule("LIVE-36.p4")
def test_a_large_bet_is_counted_when_it_is_called_or_somebody_asks() -> None:
    assert ask(CountRequest(asked="nothing", bet=9000)).decision == "refused"
    assert ask(CountRequest(asked="nothing", bet=9000, called=True)).amounts.count == 9000
    assert ask(CountRequest(asked="bet", bet=9000)).amounts.count == 9000
    eager = house("wagers", count_only_on_call_or_request=False)
    assert ask(CountRequest(asked="nothing", bet=9000), eager).decision == "allowed"
