"""The place in the betting where chips were pushed, and how a reading of them becomes a ruling."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.engine.betting import Betting
from cardroom.engine.games import FIXED_LIMIT, NO_LIMIT, POT_LIMIT
from cardroom.floor.rulings.chips import Motion
from cardroom.floor.rulings.fields import CHIPS_MAX, Amount, Worth
from cardroom.floor.rulings.ruling import Amounts, ChipMove, Decision, Option, Ruling, TableRules
from cardroom.floor.rulings.words import SAID_MAX
from cardroom.units import Chips

Limit = Literal["no-limit", "pot-limit", "split-limit"]
Barred = Literal["no", "closed", "passive", "capped"]
LIMITS: dict[Limit, int] = {
    "no-limit": NO_LIMIT,
    "pot-limit": POT_LIMIT,
    "split-limit": FIXED_LIMIT,
}
BARRED_BY: dict[Barred, str] = {
    "closed": "LIVE-38.p2",
    "passive": "LAMB-26",
    "capped": "LIVE-36.p1",
}
"""The rule that takes the right to raise away."""
CHECK_REASONS = {
    "call_no_raise": "check_no_raise",
    "call_declared": "check_declared",
    "call_amount": "check_declared",
    "call_one_chip": "check_one_chip",
    "call_several_chips": "check_too_little",
    "call_under_half": "check_too_little",
    "call_exact": "check_declared",
}
"""How a call is explained where nothing is to be called."""


class ChipsPushed(msgspec.Struct, frozen=True, tag="chips", kw_only=True):
    """Chips pushed in turn, in one motion or several, with or without words (section 6.1)."""

    big_blind: Annotated[Worth, Meta(description="the big blind")]
    bet: Annotated[Amount, Meta(description="the highest bet this round, 0 if there is none")]
    raise_size: Annotated[
        Amount,
        Meta(description="how much the last full bet or raise added (needed above the big blind)"),
    ] = 0
    motions: Annotated[
        tuple[Motion, ...], Meta(description="the chips, one entry a motion", max_length=9)
    ] = ()
    said: Annotated[str, Meta(max_length=SAID_MAX, description="what the player said")] = ""
    said_after: Annotated[bool, Meta(description="the words came after the chips had landed")] = (
        False
    )
    own: Annotated[
        Amount, Meta(description="the player's chips in front from earlier this round")
    ] = 0
    pulled_back: Annotated[
        bool, Meta(description="the player took those back first and pushed them again")
    ] = False
    stack: Annotated[
        Worth | None, Meta(description="all chips behind before the push (needed for an all-in)")
    ] = None
    game: Annotated[Limit, Meta(description="how bets are limited")] = "no-limit"
    pot: Annotated[
        Amount, Meta(description="all chips in the middle before the push, bets too (pot-limit)")
    ] = 0
    barred: Annotated[
        Barred,
        Meta(description="why the player may not raise: betting not reopened, a passive hand, cap"),
    ] = "no"
    repeated: Annotated[
        bool, Meta(description="the player has acted in a disorderly way before")
    ] = False


class Spot:
    """What the facts mean in numbers: C, R, own and need of section 6.1, and the legal raises."""

    def __init__(self, rules: TableRules, facts: ChipsPushed) -> None:
        _verify(facts)
        self.rules = rules
        self.facts = facts
        self.bet = facts.bet
        self.raise_size = facts.raise_size or facts.big_blind
        self.own = 0 if facts.pulled_back else facts.own
        """Chips in front that were left alone: pulled back, they belong to the push (LAMB-23)."""
        self.need = self.bet - self.own
        self.pushed_in_all = sum(motion.worth for motion in facts.motions)
        self.everything: Chips | None = None
        """The total that an all-in makes; None while nobody said how large the stack is."""
        if facts.stack is not None:
            self.everything = facts.stack + facts.own
            if self.pushed_in_all > self.everything - self.own:
                raise ValueError("more chips were pushed than the player has")
        betting = Betting(
            rules.hand,
            LIMITS[facts.game],
            [(self.everything or CHIPS_MAX + facts.own) - self.own, CHIPS_MAX],
            facts.big_blind,
            self.raise_size,
        )
        betting.bets = [self.own, self.bet]
        betting.current = betting.last_full = self.bet
        betting.raise_increment = self.raise_size
        betting.chips_in = facts.pot
        self.minimum = betting.minimum_raise_to()
        low, self.maximum = betting.raise_bounds(0)
        self.may_raise = low > 0 and facts.barred == "no"

    def all_in(self, total: Chips) -> bool:
        """Whether a total is everything the player has."""
        return self.everything is not None and total >= self.everything

    def whole_stack(self, pushed: Chips) -> bool:
        """Whether the chips of the push are all that the player has."""
        return self.all_in(self.own + pushed)

    def call(self, reason: str, *rule_ids: str) -> Ruling:
        """A call; a check where nothing is to be called; all-in where the stack is smaller."""
        if self.bet == self.facts.own:
            return self.settled("check", self.bet, CHECK_REASONS.get(reason, reason), rule_ids)
        if self.everything is not None and self.everything <= self.bet:
            return self.settled("call", self.everything, "all_in_call", rule_ids)
        return self.settled("call", self.bet, reason, rule_ids)

    def barred_call(self) -> Ruling:
        """A call because the player may not raise at all."""
        barred = BARRED_BY.get(self.facts.barred, "LIVE-36.p1")
        return self.call("call_no_raise", barred)

    def raise_to(self, total: Chips, reason: str, *rule_ids: str) -> Ruling:
        """A bet or raise to a total, within what the limit and the stack permit."""
        if not self.may_raise:
            return self.barred_call()
        allowed = min(total, self.maximum)
        if allowed < total and not self.all_in(allowed):
            reason, rule_ids = "raise_limited", (*rule_ids, "LIVE-36.p1")
        full = allowed - self.bet > self.raise_size or (
            allowed - self.bet == self.raise_size and self._exact_is_full(allowed)
        )
        if self.all_in(allowed):
            short = () if full else ("LIVE-38.p2",)
            reason = "all_in_full" if full else "all_in_short"
            return self.settled("all_in", allowed, reason, (*rule_ids, *short), reopens=full)
        decision: Decision = "raise" if self.bet else "bet"
        return self.settled(decision, allowed, reason, rule_ids, reopens=full)

    def _exact_is_full(self, total: Chips) -> bool:
        return not self.all_in(total) or self.rules.hand.exact_minimum_is_full_raise

    def overlooked(self, put_in: Chips) -> Ruling:
        """Too little: complete to the call, or lose the hand and what was put in (LIVE-35.p1)."""
        lost = max(self.facts.own, put_in)
        complete = self.bet if self.everything is None else min(self.bet, self.everything)
        options = [
            self._option("complete", complete, "live"),
            self._option("forfeit", lost, "dead"),
        ]
        if self.rules.live.wagers.overlooked_raise_may_reraise and self.may_raise:
            options.append(self._option("raise", min(self.minimum, self.maximum), "live"))
        return Ruling(
            decision="complete_or_forfeit",
            rule_ids=("LIVE-35.p1",),
            reason="overlooked_raise",
            values={"bet_to": complete, "missing": complete - lost, "lost": lost},
            amounts=Amounts(bet_to=complete, missing=complete - lost),
            hand_status="live",
            options=tuple(options),
            penalty_hint="OUT_OF_TURN" if self.facts.repeated else None,
            needs_floor=self.facts.repeated,
        )

    def _option(self, choice: str, bet_to: Chips, status: Literal["live", "dead"]) -> Option:
        return Option(
            choice=choice, hand_status=status, bet_to=bet_to, chip_moves=self.moves(bet_to)
        )

    def settled(
        self,
        decision: Decision,
        bet_to: Chips,
        reason: str,
        rule_ids: tuple[str, ...],
        *,
        reopens: bool | None = None,
    ) -> Ruling:
        """A ruling that leaves the player with this total in front."""
        back = max(0, self.own + self.pushed_in_all - bet_to)
        missing = max(0, bet_to - self.own - self.pushed_in_all)
        return Ruling(
            decision=decision,
            rule_ids=tuple(dict.fromkeys(rule_ids)),
            reason=reason,
            values={
                "bet_to": bet_to,
                "call": self.need,
                "back": back,
                "missing": missing,
                "raise": self.raise_size,
                "percent": self.rules.live.wagers.half_bet_percent,
            },
            amounts=Amounts(
                bet_to=bet_to, adds=bet_to - self.facts.own, back=back, missing=missing
            ),
            chip_moves=self.moves(bet_to),
            hand_status="folded" if decision == "fold" else "live",
            reopens=reopens,
        )

    def moves(self, bet_to: Chips) -> tuple[ChipMove, ...]:
        """Change back to the stack, or what is missing from it; nothing comes from elsewhere."""
        difference = bet_to - self.own - self.pushed_in_all
        if difference > 0:
            return (ChipMove(chips=difference, source="stack", target="bet"),)
        if difference < 0:
            return (ChipMove(chips=-difference, source="bet", target="stack"),)
        return ()


def _verify(facts: ChipsPushed) -> None:
    """Refuse facts that cannot be."""
    if facts.own > facts.bet:
        raise ValueError("the player cannot have more in front than the highest bet")
    if facts.bet > facts.big_blind and not facts.raise_size:
        raise ValueError("above the big blind, say how much the last full bet or raise added")
    if facts.raise_size > max(facts.bet, facts.big_blind):
        raise ValueError("the last raise cannot have added more than the whole bet")
    if facts.game == "pot-limit" and facts.pot < facts.bet + facts.own:
        raise ValueError("pot-limit needs the chips in the middle, bets included")
    if not facts.motions and not facts.said.strip():
        raise ValueError("the player pushed nothing and said nothing")
