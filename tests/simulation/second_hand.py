"""A stored hand played a second time from its raw record: is everything as the catalogue says?

Only the record is read: JSON out of the database, not the engine's types. What differs raises an
AssertionError that names the rule.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.simulation.ranking import best
from tests.simulation.second_betting import Decision, SecondBetting
from tests.simulation.second_pots import Fee, Pot, pay, pots_of

Raw = dict[str, Any]
STREETS = {"flop": 3, "turn": 1, "river": 1}
SHORT_HANDED = 3


class Stake(NamedTuple):
    """A stake as the catalogue prints it (RAKE-07..09)."""

    game: str
    format: str
    small_blind: int
    big_blind: int
    permille: int
    cap: int
    short_handed_cap: int
    least: int
    most: int
    seats: int = 6

    def fee(self, dealt_in: int) -> Fee:
        """Half the cap with two or three dealt in (RAKE-05)."""
        cap = self.short_handed_cap if dealt_in <= SHORT_HANDED else self.cap
        return Fee(self.permille, cap)


class Outcome(NamedTuple):
    """What a hand leads to."""

    stacks: dict[int, int]
    rake: int
    decisions: list[Decision]


class SecondHand:
    """Goes through the events of one hand and counts along."""

    def __init__(self, stake: Stake, events: list[Raw], *, may_post: bool) -> None:
        started = events[0]
        assert started["type"] == "hand_started", "a hand starts with its start"
        self._stake = stake
        self._started = started
        self._events = iter(events[1:])
        self._may_post = may_post
        seats, button = started["seats"], started["button"]
        assert len(set(seats)) == len(seats) >= 2, "somebody sits twice, or alone"
        order = sorted(seats, key=lambda seat: (seat <= button, seat))
        stacks = dict(zip(seats, started["stacks"], strict=True))
        assert min(stacks.values()) > 0, "nobody plays without chips (AMB-31)"
        self._fee = stake.fee(len(seats))
        self._betting = SecondBetting(
            order, stacks, stake.big_blind, pot_limit=stake.game == "pl-omaha"
        )
        self._hole: dict[int, list[int]] = {}
        self._board: list[int] = []
        self._shown: set[int] = set()
        self._decisions: list[Decision] = []

    def play(self) -> Outcome:
        """The whole hand; it ends where its record ends."""
        self._verify_terms()
        self._post()
        self._deal()
        self._bet(self._after_big_blind(), is_preflop=True)
        left: list[Raw] = []
        for event in self._events:
            if event["type"] == "board_dealt":
                self._deal_board(event)
                self._bet(self._betting.order[0], is_preflop=False)
            else:
                left.append(event)
        rake = self._pay(left)
        return Outcome(self._betting.stacks, rake, self._decisions)

    # Before the cards

    def _verify_terms(self) -> None:
        started, stake = self._started, self._stake
        assert started["game"] == stake.game
        assert started["big_blind"] == stake.big_blind, "the big blind (CASH-13)"
        rake = started["rake"]
        assert (rake["permille"], rake["cap"]) == self._fee, f"the rake's terms (RAKE-05): {rake}"
        assert started.get("unit", 1) == 1, "cash hands are paid in cents (POT-05)"

    def _post(self) -> None:
        """Small and big blind after the button, then what newcomers post (CASH-12..14, AMB-32)."""
        owed = self._started["posts"]
        self._verify_positions({post["kind"]: post["seat"] for post in owed})
        amounts = {
            "small_blind": self._stake.small_blind,
            "big_blind": self._stake.big_blind,
            "post": self._stake.big_blind,
        }
        for post in owed:
            kind, seat = post["kind"], post["seat"]
            assert post["amount"] == amounts[kind], f"{kind} of {post['amount']} (CASH-13, AMB-35)"
            assert kind != "post" or self._may_post, "nobody may post here (OMA-06)"
            event = next(self._events)
            by = self._betting.post(seat, kind, amounts[kind])
            posted = (event["type"], event["seat"], event["kind"], event["by"])
            assert posted == ("posted", seat, kind, by), f"{event} is not {kind} of {by} (AMB-38)"

    def _verify_positions(self, posts: dict[str, int]) -> None:
        order, button = self._betting.order, self._started["button"]
        self._big_blind = posts["big_blind"]
        if len(order) == 2:
            assert posts.get("small_blind") == button, "heads-up the button is small (CASH-12)"
            assert self._big_blind != button, "heads-up the other one is big (CASH-12)"
            return
        assert button in order, "the button is on a player in the hand (AMB-33)"
        blinds = [posts[kind] for kind in ("small_blind", "big_blind") if kind in posts]
        assert order[: len(blinds)] == blinds, f"blinds {blinds} after the button (CASH-13)"

    def _after_big_blind(self) -> int:
        order = self._betting.order
        return order[(order.index(self._big_blind) + 1) % len(order)]

    def _deal(self) -> None:
        event = next(self._events)
        assert event["type"] == "hole_dealt"
        self._hole = dict(zip(event["seats"], event["hole"], strict=True))
        assert set(self._hole) == set(self._betting.order), "everybody dealt in has cards"
        count = 4 if self._stake.game == "pl-omaha" else 2
        assert {len(hole) for hole in self._hole.values()} == {count}, "hole cards (CASH-15)"
        self._verify_deck()

    def _verify_deck(self) -> None:
        cards = [card for hole in self._hole.values() for card in hole] + self._board
        assert len(set(cards)) == len(cards), "a card is there twice (CASH-02)"
        assert all(0 <= card < 52 for card in cards), "a card of no deck"

    # The betting

    def _bet(self, first: int, *, is_preflop: bool) -> None:
        """One street, as far as somebody can bet."""
        betting = self._betting
        betting.start_street(first, is_preflop=is_preflop)
        while (due := betting.next()) is not None:
            self._decisions.append(due)
            self._act(due, next(self._events))

    def _act(self, due: Decision, event: Raw) -> None:
        betting, kind = self._betting, event["type"]
        assert event.get("seat") == due.seat, f"{event} while seat {due.seat} was to act (BET-01)"
        if kind == "folded":
            betting.fold(due.seat)
        elif kind == "checked":
            assert due.call == 0, "checked to a bet (BET-05)"
            betting.check(due.seat)
        elif kind == "called":
            assert event["by"] == due.call > 0, f"called {event['by']}, not {due.call} (BET-06)"
            betting.call(due.seat, due.call)
        else:
            assert kind == "raised", f"{event} while seat {due.seat} was to act"
            legal = due.raise_to and due.raise_from <= event["to"] <= due.raise_to
            assert legal, f"raised to {event['to']}, not within {due} (BET-08, BET-13, AMB-48)"
            betting.raise_to(due.seat, event["to"])

    def _deal_board(self, event: Raw) -> None:
        street, cards = event["street"], event["cards"]
        assert len(self._betting.live) > 1, "a board for one player (POT-06)"
        assert list(STREETS)[max(0, len(self._board) - 2)] == street, f"{street} out of order"
        assert len(cards) == STREETS[street], f"{len(cards)} cards on the {street} (CASH-15)"
        self._board += cards
        self._verify_deck()

    # The end

    def _pay(self, left: list[Raw]) -> int:
        """What is returned, shown and paid: exactly what the record says, and nothing else."""
        betting = self._betting
        expected: list[Raw] = []
        back = betting.give_back()
        if back is not None:
            expected.append({"type": "uncalled_returned", "seat": back[0], "by": back[1]})
        returned = [event for event in left if event["type"] == "uncalled_returned"]
        assert returned == expected, f"returned {returned}, not {expected} (AMB-50)"
        self._verify_shown(left)
        pots = pots_of(betting.paid, betting.live, betting.dead)
        fee = self._fee if self._board else None
        paid = pay(pots, fee, self._winners())
        awarded = [event for event in left if event["type"] == "pot_awarded"]
        due = [
            {
                "type": "pot_awarded", "pot": pot, "amount": one.net, "rake": one.rake,
                "seats": list(one.seats), "shares": list(one.shares),
            }
            for pot, one in enumerate(paid)
        ]  # fmt: skip
        assert awarded == due, f"paid {awarded}, not {due} (POT-03..05, RAKE-06)"
        for one in paid:
            for seat, share in zip(one.seats, one.shares, strict=True):
                betting.stacks[seat] += share
        return sum(one.rake for one in paid)

    def _verify_shown(self, left: list[Raw]) -> None:
        """All live hands are shown at a showdown, none without one (POT-02, POT-06, AMB-55)."""
        shown = {event["seat"]: event["hole"] for event in left if event["type"] == "shown"}
        live = self._betting.live
        if len(live) == 1:
            assert not shown, f"shown without a showdown: {shown} (POT-06)"
            return
        assert len(self._board) == 5, "a showdown before the river"
        assert shown == {seat: self._hole[seat] for seat in live}, f"shown {shown} (POT-02)"

    def _winners(self) -> Any:
        live = self._betting.live
        if len(live) == 1:
            return lambda _: live
        values = {seat: best(self._hole[seat], self._board) for seat in live}

        def winners(pot: Pot) -> list[int]:
            highest = max(values[seat] for seat in pot.seats)
            return [seat for seat in pot.seats if values[seat] == highest]

        return winners


def cards_of(events: list[Raw]) -> Iterator[int]:
    """The hole cards of a hand, in the order of the record."""
    for event in events:
        if event["type"] == "hole_dealt":
            for hole in event["hole"]:
                yield from hole
