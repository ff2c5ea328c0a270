"""Button and blinds from one hand of a table to the next, a second time (CASH-09..12, AMB-32..34).

Only what two records say is used: who was dealt in then and now. With fewer than two of the same
players there is nothing to follow (AMB-37, AMB-71).
"""

from typing import NamedTuple

from tests.simulation.second_hand import Raw


class Positions(NamedTuple):
    """Where button and blinds were, and who had cards."""

    button: int
    small_blind: int | None
    big_blind: int
    players: dict[int, tuple[int, int]]
    """By seat: the player, and how often that player has sat down here."""


def positions_of(started: Raw, players: dict[int, tuple[int, int]]) -> Positions:
    blinds = {post["kind"]: post["seat"] for post in started["posts"]}
    return Positions(started["button"], blinds.get("small_blind"), blinds["big_blind"], players)


def verify_follows(last: Positions, now: Positions) -> None:
    """The big blind moves on and skips nobody; small blind and button follow it."""
    stayed = {seat for seat, player in now.players.items() if last.players.get(seat) == player}
    if len(stayed) < 2:
        return
    skipped = [seat for seat in stayed if _is_between(seat, last.big_blind, now.big_blind)]
    assert not skipped, f"the big blind went from {last} to {now} over {skipped} (CASH-09)"
    assert now.big_blind != last.big_blind, f"the big blind stays at {now.big_blind} (CASH-09)"
    if len(now.players) == 2:
        return
    small_blind = last.big_blind if last.big_blind in stayed else None
    assert now.small_blind == small_blind, f"small blind {now}, not {small_blind} (CASH-10)"
    blinds = {now.small_blind, now.big_blind}
    before = sorted(stayed - blinds, key=lambda seat: (seat - last.big_blind - 1) % 100)
    if before:
        assert now.button == before[-1], f"the button of {now}, not {before[-1]} (CASH-11)"


def verify_dealt_again(void: Positions, now: Positions) -> None:
    """A hand that never was is dealt again to the same players in the same places (AMB-69)."""
    if void.players.items() <= now.players.items():
        assert now == void, f"dealt again {now}, not {void} (AMB-69)"


def _is_between(seat: int, start: int, end: int) -> bool:
    """Whether a seat lies strictly between two others, clockwise."""
    return 0 < (seat - start) % 100 < (end - start) % 100
