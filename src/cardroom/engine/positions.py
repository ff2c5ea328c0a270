"""Where the button and the blinds go next, and who is dealt in.

Every kind of game moves them in its own way; what is shared is the result, `NextHand`, and walking
around the table. Here is the way of live tournaments, section 3.1 of the live rulebook.
"""

from collections.abc import Collection, Mapping

import msgspec

from cardroom.cards import SUITS, Card
from cardroom.rulebook.live import LiveRules
from cardroom.units import Seat

FEWEST = 2


class Positions(msgspec.Struct, frozen=True):
    """The seats of button, small blind and big blind; the first two may be empty seats."""

    button: Seat
    small_blind: Seat
    big_blind: Seat


class NextHand(msgspec.Struct, frozen=True):
    """Positions of a hand, the seats that get cards in it, those that wait, and the ante.

    Nobody posts the small blind when its seat is not dealt in. `ante_due` is for an ante that the
    button pays (LIVE-16.1).
    """

    positions: Positions
    dealt_in: tuple[Seat, ...]
    waiting: tuple[Seat, ...] = ()
    ante_due: bool = False

    @property
    def small_blind_poster(self) -> Seat | None:
        """Who posts the small blind; None when it is dead."""
        seat = self.positions.small_blind
        return seat if seat in self.dealt_in else None


def following(seats: Collection[Seat], after: Seat) -> Seat:
    """The first of `seats` clockwise after a seat, which comes last itself."""
    return min(seats, key=lambda seat: (seat <= after, seat))


def preceding(seats: Collection[Seat], before: Seat) -> Seat:
    """The first of `seats` counter-clockwise before a seat, which comes last itself."""
    return max(seats, key=lambda seat: (seat < before, seat))


def strictly_between(seats: Collection[Seat], first: Seat, last: Seat) -> list[Seat]:
    """Those of `seats` that are passed on the way clockwise from `first` to `last`."""
    if first < last:
        return sorted(seat for seat in seats if first < seat < last)
    return sorted(seat for seat in seats if seat > first or seat < last)


def drawn_button(rules: LiveRules, cards: Mapping[Seat, Card]) -> Seat:
    """The seat that drew the highest card; suits decide between equal ranks (LIVE-16, LAMB-03)."""
    weakest_first = rules.button.suit_order[::-1]

    def height(seat: Seat) -> tuple[int, int]:
        return cards[seat] >> 2, weakest_first.index(SUITS[cards[seat] & 3])

    return max(cards, key=height)


def first_live_hand(rules: LiveRules, button: Seat, occupied: Collection[Seat]) -> NextHand:
    """The hand after a draw for the button: there is none before, so the ante is due (LAMB-04)."""
    if len(occupied) == FEWEST:
        other = following(set(occupied) - {button}, button)
        return _heads_up(rules, other, occupied, ante=rules.button.ante_after_draw)
    small = following(occupied, button)
    positions = Positions(button, small, following(occupied, small))
    return NextHand(positions, tuple(sorted(occupied)), (), rules.button.ante_after_draw)


def next_live_hand(
    rules: LiveRules,
    last: Positions,
    occupied: Collection[Seat],
    arrivals: Collection[Seat] = (),
) -> NextHand:
    """The hand after a completed one (3.1, LIVE-16.2, LIVE-16.3).

    A misdealt hand is not completed: the same question again gives the same answer (LAMB-04).
    `occupied` are the seats with chips; `arrivals` those of them that were not there before.
    """
    big = following(occupied, last.big_blind)
    if len(occupied) == FEWEST:
        button = next(seat for seat in occupied if seat != big)
        return _heads_up(rules, big, occupied, ante=_ante(rules, last, button, occupied))
    button = _button(rules, last, occupied, arrivals)
    waiting = _waiting(rules, button, last.big_blind, occupied)
    if last.button == last.small_blind or len(occupied) - len(waiting) <= FEWEST:
        # Heads-up has grown, or the gap would leave two: the button goes next to the small blind.
        button = preceding(set(occupied) - {last.big_blind}, last.big_blind)
        waiting = []
    return NextHand(
        Positions(button, last.big_blind, big),
        tuple(seat for seat in sorted(occupied) if seat not in waiting),
        tuple(waiting),
        _ante(rules, last, button, occupied),
    )


def _heads_up(rules: LiveRules, big: Seat, occupied: Collection[Seat], *, ante: bool) -> NextHand:
    """Two players: the button is the small blind, nobody is big blind twice running (LIVE-16.3)."""
    button = next(seat for seat in occupied if seat != big)
    due = ante and rules.button.heads_up_ante
    return NextHand(Positions(button, button, big), tuple(sorted(occupied)), (), due)


def _button(
    rules: LiveRules, last: Positions, occupied: Collection[Seat], arrivals: Collection[Seat]
) -> Seat:
    """The last small blind's seat if it is taken; else the button stays (LAMB-01, LAMB-02)."""
    due = last.small_blind
    waits = due in arrivals and rules.button.arrival_on_due_button == "waits"
    if due in occupied and not waits:
        return due
    return last.button if rules.button.dead_button == "stays" else due


def _waiting(rules: LiveRules, button: Seat, small: Seat, occupied: Collection[Seat]) -> list[Seat]:
    """Seats strictly between button and small blind get no hand yet (LIVE-13.p2, LAMB-50)."""
    if rules.seating.arrival_policy != "wait_in_gap":
        return []
    return strictly_between(occupied, button, small)


def _ante(rules: LiveRules, last: Positions, button: Seat, occupied: Collection[Seat]) -> bool:
    """An occupied button pays, unless it had the button in the last hand too (LIVE-16.1)."""
    is_exempt = button == last.button and rules.button.ante_skip_same_button
    return button in occupied and not is_exempt


def live_table_may_deal(
    rules: LiveRules, players: int, *, first_hand: bool, last_table: bool, registering: bool
) -> bool:
    """Whether this many players are enough for the next hand of a live table (LIVE-17, LAMB-05)."""
    button = rules.button
    if first_hand:
        return players >= button.min_players_start
    if last_table and button.last_table_plays_heads_up:
        return players >= FEWEST
    if registering or last_table:
        return players >= button.pause_below_while_registering
    return players >= rules.seating.halt_below
