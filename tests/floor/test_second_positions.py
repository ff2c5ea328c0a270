"""The engine's positions beside a second implementation, over whole evenings at one table."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.engine.positions import NextHand, first_live_hand, next_live_hand
from tests.floor.rulings.asking import RULES
from tests.floor.second_positions import Chairs, Dealt
from tests.rule import rule

CHAIRS = 9
LIVE = RULES.live


def as_dealt(hand: NextHand) -> Dealt:
    return Dealt(
        button=hand.positions.button,
        small_chair=hand.positions.small_blind,
        small_poster=hand.small_blind_poster or 0,
        big=hand.positions.big_blind,
        ante=hand.ante_due,
        players=hand.dealt_in,
        waiting=hand.waiting,
    )


class Evening:
    """One table from its draw on, played by both."""

    def __init__(self, seats: set[int], button: int) -> None:
        self.seats = set(seats)
        self.hand = first_live_hand(LIVE, button, self.seats)
        self.second = Chairs(CHAIRS, as_dealt(self.hand))
        self.arrived: set[int] = set()

    def bust(self, number: int) -> None:
        """Somebody who had cards is out."""
        players = [seat for seat in self.hand.dealt_in if seat in self.seats]
        if len(self.seats) > 2 and players:
            self.seats.discard(players[number % len(players)])

    def arrive(self, number: int) -> None:
        """Somebody takes an open seat."""
        free = sorted(set(range(1, CHAIRS + 1)) - self.seats)
        if free:
            self.arrived.add(free[number % len(free)])
            self.seats |= self.arrived

    def play(self) -> tuple[NextHand, NextHand]:
        """The last hand and the next one; both implementations must agree on it."""
        last = self.hand
        arrivals = self.arrived & self.seats
        self.hand = next_live_hand(LIVE, last.positions, self.seats, arrivals)
        self.arrived = set()
        assert as_dealt(self.hand) == self.second.next_hand(set(self.seats))
        return last, self.hand


happenings = st.lists(
    st.lists(st.tuples(st.sampled_from(["bust", "arrive"]), st.integers(0, 8)), max_size=3),
    min_size=1,
    max_size=25,
)
"""What happens between the hands of an evening."""


@rule("LIVE-16.1", "LIVE-16.2", "LIVE-16.3", "LIVE-13.p2", "LAMB-45", "LAMB-50")
@settings(max_examples=300)
@given(seats=st.sets(st.integers(1, CHAIRS), min_size=3), first=st.integers(0, 8), hands=happenings)
def test_two_implementations_agree_hand_after_hand(
    seats: set[int], first: int, hands: list[list[tuple[str, int]]]
) -> None:
    evening = Evening(seats, sorted(seats)[first % len(seats)])
    for between in hands:
        for what, number in between:
            evening.bust(number) if what == "bust" else evening.arrive(number)
        last, hand = evening.play()
        assert set(hand.dealt_in) | set(hand.waiting) == evening.seats
        assert hand.positions.big_blind in hand.dealt_in
        assert len(hand.dealt_in) >= min(3, len(evening.seats))
        assert hand.positions.big_blind != last.positions.big_blind
        if hand.ante_due:
            assert hand.positions.button in hand.dealt_in
            assert hand.positions.button != last.positions.button
        if len(evening.seats) == 2:
            assert hand.positions.button == hand.positions.small_blind


@rule("LIVE-16.2")
@given(seats=st.sets(st.integers(1, CHAIRS), min_size=3), first=st.integers(0, 8))
def test_without_busts_everybody_has_the_big_blind_once_an_orbit(
    seats: set[int], first: int
) -> None:
    evening = Evening(seats, sorted(seats)[first % len(seats)])
    orbit = [evening.play()[1].positions.big_blind for _ in seats]
    assert sorted(orbit) == sorted(seats)


@rule("LIVE-16.2")
@settings(max_examples=200)
@given(seats=st.sets(st.integers(1, CHAIRS), min_size=4), first=st.integers(0, 8), hands=happenings)
def test_nobody_is_skipped_by_the_big_blind(
    seats: set[int], first: int, hands: list[list[tuple[str, int]]]
) -> None:
    """Whoever stays has it again after as many hands as there are players, at the latest."""
    evening = Evening(seats, sorted(seats)[first % len(seats)])
    since = dict.fromkeys(seats, 0)
    for between in hands:
        for what, number in between:
            if what == "bust":
                evening.bust(number)
        _, hand = evening.play()
        since = {seat: count + 1 for seat, count in since.items() if seat in evening.seats}
        since[hand.positions.big_blind] = 0
        assert all(count < len(seats) for count in since.values())
