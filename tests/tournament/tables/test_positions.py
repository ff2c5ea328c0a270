"""Whoever goes out or arrives: the big blind goes round, the others follow it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.engine.positions import Positions, strictly_between
from cardroom.tournament.tables.positions import first_positions, next_positions
from cardroom.units import Seat
from tests.rule import rule


class Orbit:
    """The big blinds since a player last had it, and who was there all the time."""

    def __init__(self, present: set[int]) -> None:
        self.present = present
        self.had: list[int] = []


@rule("BTN-02", "BTN-03", "TAMB-50", "TAMB-51", "TAMB-52")
@settings(max_examples=50)
@given(st.data(), st.integers(2, 10))
def test_everybody_has_the_big_blind_once_per_orbit(data: st.DataObject, seats: int) -> None:
    chairs = list(range(1, seats + 1))
    taken = data.draw(st.lists(st.sampled_from(chairs), min_size=2, unique=True))
    players = {seat: number for number, seat in enumerate(taken)}
    arrived = len(players)
    hand = first_positions(list(players))
    orbits: dict[int, Orbit] = {}
    for _ in range(15):
        _verify_shape(hand, list(players))
        _follow_big_blind(players, hand.big_blind, orbits)
        out = data.draw(st.sets(st.sampled_from(sorted(players)), max_size=len(players) - 2))
        for seat in out:
            del players[seat]
        free = [seat for seat in chairs if seat not in players and seat != hand.big_blind]
        arrives = data.draw(st.booleans())
        if free and arrives:
            players[data.draw(st.sampled_from(free))] = arrived
            arrived += 1
        hand = next_positions(hand.big_blind, list(players))


def _verify_shape(hand: Positions, occupied: list[Seat]) -> None:
    """Button, then the small blind if any, then the big blind, and nobody else between."""
    assert hand.button in occupied
    assert hand.big_blind in occupied
    assert hand.button != hand.big_blind
    if len(occupied) == 2:
        assert hand.small_blind == hand.button
        return
    between = strictly_between(occupied, hand.button, hand.big_blind)
    assert between == ([hand.small_blind] if hand.small_blind in occupied else [])


def _follow_big_blind(players: dict[Seat, int], seat: Seat, orbits: dict[int, Orbit]) -> None:
    """Between two big blinds of one player everybody present throughout had exactly one."""
    player, there = players[seat], set(players.values())
    for orbit in orbits.values():
        orbit.present &= there
    before = orbits.get(player)
    if before is not None:
        throughout = before.present - {player}
        assert sorted(one for one in before.had if one in throughout) == sorted(throughout)
        assert len(there) == 1 or before.had, "the big blind twice running"
    for orbit in orbits.values():
        orbit.had.append(player)
    orbits[player] = Orbit(there)


@rule("TAMB-49")
def test_where_everybody_is_absent_the_first_button_is_on_the_highest_seat() -> None:
    assert first_positions([1, 3, 5], [1, 3, 5]).button == 5
    assert first_positions([1, 3, 5], [3, 5]).button == 1
