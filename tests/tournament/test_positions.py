"""Button and blinds: the big blind goes round, the others follow it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.engine.positions import Positions, strictly_between
from cardroom.tournament.positions import first_positions, next_positions
from cardroom.units import Seat
from tests.rule import rule


def told(positions: Positions, occupied: list[Seat]) -> tuple[Seat, Seat | None, Seat]:
    """Button, small blind or None when it is dead, big blind."""
    small = positions.small_blind if positions.small_blind in occupied else None
    return positions.button, small, positions.big_blind


@rule("THC-10", "BTN-01", "TRN-06", "TAMB-49", "TAMB-25")
def test_the_first_button_is_on_the_highest_occupied_seat() -> None:
    occupied = [2, 3, 5]
    hand = first_positions(occupied)
    assert told(hand, occupied) == (5, 2, 3)
    hand = next_positions(hand.big_blind, occupied)
    assert told(hand, occupied) == (2, 3, 5)
    hand = next_positions(hand.big_blind, occupied)
    assert told(hand, occupied) == (3, 5, 2)
    assert told(first_positions([1, 4]), [1, 4]) == (4, 4, 1)


@rule("THC-11", "BTN-02", "BTN-03", "BTN-04", "TAMB-50", "TAMB-51")
def test_nobody_is_skipped_while_players_go_out() -> None:
    table = [
        ([1, 2, 3, 4, 5, 6], (6, 1, 2)),
        ([1, 2, 3, 4, 5, 6], (1, 2, 3)),
        ([1, 2, 4, 5, 6], (2, None, 4)),
        ([1, 2, 4, 5, 6], (2, 4, 5)),
        ([1, 2, 5, 6], (2, 5, 6)),
        ([1, 2, 5, 6], (5, 6, 1)),
        ([2, 5], (5, 5, 2)),
        ([2, 5], (2, 2, 5)),
    ]
    hand = first_positions(table[0][0])
    assert told(hand, table[0][0]) == table[0][1]
    for occupied, expected in table[1:]:
        hand = next_positions(hand.big_blind, occupied)
        assert told(hand, occupied) == expected


@rule("THC-12", "BTN-03", "TAMB-50")
def test_the_button_stays_when_the_small_blind_is_out() -> None:
    occupied = [2, 3, 4, 5, 6]
    hand = next_positions(2, occupied)
    assert told(hand, occupied) == (6, 2, 3)
    assert told(next_positions(3, occupied), occupied) == (2, 3, 4)


@rule("THC-13", "BTN-03", "TAMB-50")
def test_the_button_stays_three_times_when_both_blinds_are_out() -> None:
    occupied = [3, 4, 5, 6]
    assert told(next_positions(2, occupied), occupied) == (6, None, 3)
    assert told(next_positions(3, occupied), occupied) == (6, 3, 4)
    assert told(next_positions(4, occupied), occupied) == (3, 4, 5)


@rule("THC-14", "BTN-04", "TAMB-51")
def test_of_three_players_whoever_goes_out_nobody_has_the_big_blind_twice() -> None:
    assert told(next_positions(2, [2, 3]), [2, 3]) == (2, 2, 3)
    assert told(next_positions(2, [1, 3]), [1, 3]) == (1, 1, 3)
    assert told(next_positions(2, [1, 2]), [1, 2]) == (2, 2, 1)


@rule("THC-15", "BTN-02", "TAMB-52")
def test_a_mover_between_the_blinds_has_the_button_at_once() -> None:
    occupied = [1, 3, 4, 5, 6]
    expected = [(4, 5, 6), (5, 6, 1), (6, 1, 3), (1, 3, 4), (3, 4, 5)]
    big_blind = 5
    for positions in expected:
        hand = next_positions(big_blind, occupied)
        assert told(hand, occupied) == positions
        big_blind = hand.big_blind


@rule("THC-16", "TAMB-51", "TAMB-52")
def test_a_late_entrant_makes_three_of_two() -> None:
    assert told(next_positions(1, [1, 4, 5]), [1, 4, 5]) == (5, 1, 4)
    assert told(next_positions(4, [1, 4, 5]), [1, 4, 5]) == (1, 4, 5)
    assert told(next_positions(1, [1, 2, 4]), [1, 2, 4]) == (4, 1, 2)


@rule("THC-17", "TAMB-52")
def test_a_mover_into_the_seat_of_the_last_big_blind_posts_the_small_blind() -> None:
    occupied = [1, 2, 3, 4, 5, 6]
    assert told(next_positions(3, occupied), occupied) == (2, 3, 4)


class Orbit:
    """The big blinds since a player last had it, and who was there all the time."""

    def __init__(self, present: set[int]) -> None:
        self.present = present
        self.had: list[int] = []


@rule("BTN-02", "BTN-03", "TAMB-50", "TAMB-51", "TAMB-52")
@settings(deadline=None, max_examples=50)
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
