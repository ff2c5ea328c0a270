"""What holds in every hand: any game, two to ten seats, any rules and forced bets."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.cards import UNKNOWN
from cardroom.engine import Hand, decode_events, encode_events, events_for, replay, view
from cardroom.engine.events import HoleDealt, PotAwarded, UncalledReturned
from cardroom.engine.views import Viewer
from cardroom.errors import ActionRefused
from tests.engine.random_play import fingerprint, play, steps
from tests.rule import rule

SEEDS = st.integers(min_value=0, max_value=2**32)
HANDS = settings(max_examples=400)


@rule("POT-01", "AMB-50", "AMB-51")
@given(seed=SEEDS)
@HANDS
def test_chips_are_neither_made_nor_lost_and_pots_are_what_was_put_in(seed: int) -> None:
    for _, hand in steps(seed):
        before = sum(hand.started.stacks)
        behind = sum(hand.stacks.values())
        assert min(hand.stacks.values()) >= 0
        if hand.is_over:
            assert behind + hand.rake == before
            assert sum(hand.payouts.values()) + hand.rake == hand.chips_in
        else:
            assert behind + hand.chips_in == before
            uncalled = hand.uncalled[1] if hand.uncalled else 0
            assert sum(pot.amount for pot in hand.pots) + uncalled == hand.chips_in


@rule("POT-03", "AMB-52")
@given(seed=SEEDS)
@HANDS
def test_every_pot_is_paid_once_to_seats_that_can_win_it(seed: int) -> None:
    hand = play(seed)
    awards = [event for event in hand.events if isinstance(event, PotAwarded)]
    assert [event.pot for event in awards] == list(range(len(awards)))
    for event, pot in zip(awards, hand.pots, strict=True):
        assert event.amount + event.rake == pot.amount
        assert sum(event.shares) == event.amount
        assert set(event.seats) <= set(pot.seats)
    back = [event for event in hand.events if isinstance(event, UncalledReturned)]
    assert len(back) <= 1 or not hand.rules.return_uncalled


@given(seed=SEEDS)
@HANDS
@rule("AMB-49")
def test_a_refused_action_changes_nothing(seed: int) -> None:
    for rng, hand in steps(seed):
        before = fingerprint(hand)
        seat = rng.choice([*hand.seats, 99])
        amount = rng.choice([0, -1, 10**9, True, 2.0, "x"])
        for name, args in (("check", ()), ("call", ()), ("fold", ()), ("raise_to", (amount,))):
            if seat != hand.actor or name == "raise_to":
                assert refuses(hand, name, seat, *args)
        for name in ("show", "muck"):
            if hand.waits_for == "action":
                assert refuses(hand, name, seat)
        assert refuses(hand, "deal_board", (1, 2, 3))
        assert refuses(hand, "award", [[seat]])
        assert fingerprint(hand) == before


def refuses(hand: Hand, action: str, *args: object) -> bool:
    try:
        getattr(hand, action)(*args)
    except ActionRefused as refused:
        return bool(refused.rule and refused.reason)
    return False


@given(seed=SEEDS)
@HANDS
@rule("BET-05", "BET-06", "BET-08", "BET-17")
def test_the_options_are_exactly_what_is_accepted(seed: int) -> None:
    for _, hand in steps(seed):
        options = hand.options
        if options is None:
            continue
        seat = options.seat
        assert refuses(hand, "call" if options.check else "check", seat)
        assert options.call <= hand.stacks[seat]
        for total in (options.raise_from - 1, options.raise_to + 1, hand.bets[seat]):
            assert refuses(hand, "raise_to", seat, total)
        for total in {options.raise_from, options.raise_to} - {0}:
            copy = replay(hand.rules, hand.events)
            copy.raise_to(seat, total)
            assert copy.events[len(hand.events)].to == total  # type: ignore[attr-defined]


@given(seed=SEEDS)
@HANDS
def test_replay_equals_play_at_every_decision(seed: int) -> None:
    for rng, hand in steps(seed):
        if hand.is_over or rng.random() < 0.2:
            stored = encode_events(hand.events)
            again = replay(hand.rules, decode_events(stored))
            assert encode_events(again.events) == stored
            assert fingerprint(again) == fingerprint(hand)


@given(seed=SEEDS)
@HANDS
@rule("LIVE-39.p1")
def test_no_view_shows_a_card_that_its_seat_may_not_see(seed: int) -> None:
    for rng, hand in steps(seed):
        viewer: Viewer = rng.choice([*hand.seats, "rail"])
        seen = view(hand, viewer)
        assert sum(seat.stack for seat in seen.seats) == sum(hand.stacks.values())
        for seat in seen.seats:
            visible = seat.seat == viewer or seat.seat in hand.shown
            assert seat.hole == (hand.hole(seat.seat) if visible else hidden(hand))
        events = events_for(hand, viewer)
        assert len(events) == len(hand.events)
        for event in events:
            if isinstance(event, HoleDealt):
                others = [h for s, h in zip(event.seats, event.hole, strict=True) if s != viewer]
                assert set(others) <= {hidden(hand)}
        known = replay(hand.rules, events)
        assert view(known, viewer) == seen


def hidden(hand: Hand) -> tuple[int, ...]:
    return (UNKNOWN,) * len(hand.hole(hand.seats[0]))


@given(seed=SEEDS)
@HANDS
def test_a_hand_can_be_voided_at_every_decision_and_then_never_was(seed: int) -> None:
    for rng, hand in steps(seed):
        if not hand.is_over and rng.random() < 0.2:
            copy = replay(hand.rules, hand.events)
            copy.void("test")
            assert copy.stacks == dict(zip(hand.started.seats, hand.started.stacks, strict=True))
            assert copy.is_over
