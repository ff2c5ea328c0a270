"""A tournament that is over: whatever is still asked of it is refused, and nobody is paid again."""

from collections.abc import Callable

import pytest

from cardroom.errors import Refused
from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.accounts import Kind, house
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tournament import Tournament
from tests.rule import rule
from tests.tournament.arena import Arena, drawn
from tests.tournament.desks import example

Request = Callable[[Tournament, PlayerId, int], object]

REQUESTS: dict[str, Request] = {
    "disqualify": lambda over, player, now: over.disqualify(player, CaseId(1), now),
    "review": lambda over, player, now: over.review(player, CaseId(1), now),
    "sit_out": lambda over, player, now: over.sit_out(player, now),
    "come_back": lambda over, player, now: over.come_back(player, now),
    "lose_connection": lambda over, player, now: over.lose_connection(player, now),
    "reconnect": lambda over, player, now: over.reconnect(player, now),
    "rebuy": lambda over, player, now: over.rebuy(player, now),
    "decline_rebuy": lambda over, player, now: over.decline_rebuy(player, now),
    "add_on": lambda over, player, now: over.add_on(player, now),
    "register": lambda over, player, now: over.register(player, now),
    "unregister": lambda over, player, now: over.unregister(player, now),
    "pause": lambda over, _, now: over.pause(now),
    "resume": lambda over, _, now: over.resume(now),
    "change_breaks": lambda over, _, now: over.change_breaks(now, on=False),
    "cancel": lambda over, _, now: over.cancel(now),
    "roll_back": lambda over, _, now: over.roll_back(TableNumber(1), "late", now),
    "commit": lambda over, _, now: over.commit(TableNumber(1), now),
    "unknown table": lambda over, _, now: over.roll_back(TableNumber(99), "late", now),
}


def ended() -> Arena:
    """A bounty tournament with re-buys and add-ons that one player has won."""
    rebuy, addon = {"until_level": 1}, {"chips": 1_000}
    arena = Arena(example("bounty", rebuy=rebuy, addon=addon, registration={"late_levels": 0}))
    arena.enter(1, 2)
    arena.start()
    arena.tournament.disqualify(PlayerId(2), CaseId(9), arena.now_ms)
    arena.take_step()
    assert arena.tournament.ended == "one_player_left"
    return arena


@rule("TRN-19", "TRN-22", "TRN-23", "TRN-24", "TAMB-89")
@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("player", [1, 2])
def test_whatever_is_asked_of_a_tournament_that_is_over_is_refused(name: str, player: int) -> None:
    arena = ended()
    balances = dict(arena.ledger.balances)
    with pytest.raises(Refused):
        REQUESTS[name](arena.tournament, PlayerId(player), arena.now_ms + 1)
    arena.tournament.crash(arena.now_ms + 1)
    arena.tournament.tick(arena.now_ms + 1)
    assert arena.tournament.take_step() == ([], [])
    assert dict(arena.ledger.balances) == balances


@rule("TRN-23", "HEX-06", "TAMB-80")
def test_the_winner_of_a_hexapro_game_cannot_be_disqualified_after_it() -> None:
    """Three times 10.00 paid in, 1.5 times 10.00 paid out; nothing moves afterwards."""
    arena = drawn("hexapro", "en-2.7", 1_000, 43_706)
    arena.play_down_to(1)
    assert arena.tournament.ended == "one_player_left"
    result = arena.ledger.balance(house(Kind.HEXAPRO, "EUR"))
    for player in (1, 2, 3):
        with pytest.raises(Refused):
            arena.tournament.disqualify(PlayerId(player), CaseId(1), arena.now_ms)
        with pytest.raises(Refused):
            arena.tournament.review(PlayerId(player), CaseId(1), arena.now_ms)
    arena.take_step()
    assert arena.ledger.balance(house(Kind.HEXAPRO, "EUR")) == result == 3_000 - 1_500
