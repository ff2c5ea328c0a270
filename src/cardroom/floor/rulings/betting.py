"""What a player may still do on this street: reopened or closed, capped or not.

The hand engine plays the round; nothing is decided a second time here.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.engine.betting import Betting
from cardroom.floor.rulings.fields import CHIPS_MAX, Amount, SeatNumber, Worth
from cardroom.floor.rulings.ruling import Amounts, Ruling, TableRules
from cardroom.floor.rulings.spot import LIMITS, Limit
from cardroom.units import Seat

Did = Literal["check", "call", "bet", "raise", "all-in", "fold"]


class Act(msgspec.Struct, frozen=True):
    """What a seat did; `to` is the total of a bet, a raise or an all-in on this street."""

    seat: SeatNumber
    did: Did
    to: Amount = 0


class BettingRound(msgspec.Struct, frozen=True, tag="betting", kw_only=True):
    """The actions of a round so far, and the seat that asks what it may do."""

    big_blind: Annotated[
        Worth, Meta(description="the big blind; in split-limit the size of the bets of the street")
    ]
    seat: Annotated[SeatNumber, Meta(description="the seat that asks")]
    acts: Annotated[
        tuple[Act, ...], Meta(max_length=200, description="what happened on this street, in order")
    ]
    preflop: Annotated[bool, Meta(description="before the flop: the big blind is the bet")] = False
    players: Annotated[
        int, Meta(ge=2, le=10, description="how many had cards when the round began")
    ] = 10
    posted: Annotated[
        dict[SeatNumber, Amount], Meta(description="the blinds in front, as seat:chips")
    ] = {}
    pot: Annotated[
        Amount, Meta(description="the other chips in the middle before the round (pot-limit)")
    ] = 0
    stack: Annotated[
        Worth | None, Meta(description="what the asking seat had when the round began, blind too")
    ] = None
    game: Annotated[Limit, Meta(description="how bets are limited")] = "no-limit"


class Round:
    """A street that the engine plays from the facts."""

    def __init__(self, rules: TableRules, facts: BettingRound) -> None:
        seats = sorted({facts.seat, *(act.seat for act in facts.acts), *facts.posted})
        if len(seats) > facts.players:
            raise ValueError(f"{len(seats)} seats are named, but {facts.players} had cards")
        self.places = {seat: place for place, seat in enumerate(seats)}
        stacks = [CHIPS_MAX] * facts.players
        if facts.stack is not None:
            stacks[self.places[facts.seat]] = facts.stack
        self.betting = Betting(
            rules.hand, LIMITS[facts.game], stacks, facts.big_blind, facts.big_blind
        )
        self.betting.chips_in = facts.pot
        for seat, chips in facts.posted.items():
            if chips > stacks[self.places[seat]]:
                raise ValueError(f"seat {seat} has posted more than it had")
            self.betting.post(self.places[seat], chips, live=True, matched=True)
        if facts.preflop:
            self.betting.current = self.betting.last_full = facts.big_blind
        for act in facts.acts:
            self._play(act)

    def _play(self, act: Act) -> None:
        place = self.places[act.seat]
        betting = self.betting
        if betting.folded[place] or betting.stacks[place] == 0:
            raise ValueError(f"seat {act.seat} is no longer in the betting")
        if act.did == "fold":
            betting.fold(place)
        elif act.did == "check":
            if betting.to_call(place):
                raise ValueError(f"seat {act.seat} cannot check: there is a bet")
            betting.check(place)
        elif act.did == "call":
            if not betting.to_call(place):
                raise ValueError(f"seat {act.seat} has nothing to call")
            betting.call(place, betting.to_call(place))
        elif act.did == "all-in":
            self._all_in(act, place)
        else:
            self._raise(act, place)

    def _all_in(self, act: Act, place: int) -> None:
        betting = self.betting
        if act.to <= betting.bets[place]:
            raise ValueError(f"say the total of seat {act.seat}'s all-in")
        betting.stacks[place] = act.to - betting.bets[place]
        if act.to <= betting.current:
            betting.call(place, betting.stacks[place])
        else:
            betting.raise_to(place, act.to)

    def _raise(self, act: Act, place: int) -> None:
        low, high = self.betting.raise_bounds(place)
        if not low <= act.to <= high or not low:
            legal = f"from {low:,}" if low else "not at all"
            raise ValueError(f"seat {act.seat} cannot {act.did} to {act.to:,}: {legal}")
        self.betting.raise_to(place, act.to)

    def bounds(self, seat: Seat) -> tuple[int, int]:
        """The smallest and the largest total of a raise; two zeros when there is none."""
        return self.betting.raise_bounds(self.places[seat])


def betting_round(rules: TableRules, facts: BettingRound) -> Ruling:
    """Whether a seat may raise again (LIVE-38.p2, LAMB-19, LIVE-36.p1, LAMB-20), and what else."""
    played = Round(rules, facts)
    betting, place = played.betting, played.places[facts.seat]
    if betting.folded[place] or betting.stacks[place] == 0:
        raise ValueError(f"seat {facts.seat} is no longer in the betting")
    low, high = played.bounds(facts.seat)
    unlimited = facts.stack is None and facts.game == "no-limit"
    call = betting.to_call(place)
    amounts = Amounts(call=call, minimum=low or None, maximum=None if unlimited else high or None)
    if low:
        return Ruling(
            decision="allowed",
            rule_ids=("LIVE-36.p1",),
            reason="may_raise",
            values={"call": call, "minimum": low},
            amounts=amounts,
            hand_status="live",
        )
    rule_ids: tuple[str, ...]
    if betting.capped():
        rule_ids, reason = ("LIVE-36.p1", "LAMB-20"), "capped"
    elif betting.closed(place):
        rule_ids, reason = ("LIVE-38.p2", "LAMB-19"), "closed"
    else:
        rule_ids, reason = ("LIVE-36.p1",), "nothing_to_raise_with"
    return Ruling(
        decision="refused",
        rule_ids=rule_ids,
        reason=reason,
        values={"call": call},
        amounts=amounts,
        hand_status="live",
    )
