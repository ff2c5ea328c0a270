"""Chips pushed in turn: the eight steps of section 6.1, words first, then chips."""

from msgspec.structs import replace

from cardroom.floor.rulings.chips import Motion, together
from cardroom.floor.rulings.ruling import Ruling, TableRules
from cardroom.floor.rulings.spot import ChipsPushed, Spot
from cardroom.floor.rulings.words import UNCLEAR, Declaration, declaration
from cardroom.units import Chips


def chips_pushed(rules: TableRules, facts: ChipsPushed) -> Ruling:
    """What the chips and the words of a player in turn are (LIVE-4, LIVE-35.p1 to LIVE-38).

    "Complete" means a call (LAMB-52). Words after the chips have landed come too late (LIVE-37.p1).
    Words that are unclear leave the decision to the chips, with the floor called.
    """
    spot = Spot(rules, facts)
    said = Declaration() if facts.said_after else declaration(rules, facts.said)
    if said.word in {"check", "complete"} and (spot.need == 0) != (said.word == "check"):
        said = UNCLEAR
    if said.word == "bet" and said.amount is None and facts.bet:
        said = UNCLEAR
    if not said.silent:
        return _declared(spot, said)
    if not facts.motions:
        return Ruling(
            decision="unclear", rule_ids=("LIVE-4",), reason="words_unclear", needs_floor=True
        )
    ruling = _silent(spot, _counted(spot, declared=False))
    if facts.said_after:
        ruling = _with(ruling, "LIVE-37.p1")
    return _with(ruling, "LIVE-4", needs_floor=True) if said.ambiguous else ruling


def _with(ruling: Ruling, rule_id: str, *, needs_floor: bool = False) -> Ruling:
    """The same ruling with one more rule behind it."""
    rule_ids = tuple(dict.fromkeys((*ruling.rule_ids, rule_id)))
    return replace(ruling, rule_ids=rule_ids, needs_floor=needs_floor or ruling.needs_floor)


def _counted(spot: Spot, *, declared: bool) -> Motion:
    """The chips that count: one motion, or the call and one more after "raise" (LIVE-36.a, 36.c).

    Later motions go back (LAMB-46). When the first motion after "raise" is more than the call, it
    was the raise itself (LAMB-51).
    """
    motions, wagers = spot.facts.motions, spot.rules.live.wagers
    allowed = wagers.raise_motions_declared if declared else wagers.raise_motions_silent
    if declared and motions[0].worth > spot.need:
        allowed = 1
    return together(motions[:allowed])


# Steps 1 and 2: words


def _declared(spot: Spot, said: Declaration) -> Ruling:
    """Step 1, a word or an amount; step 2, "raise" without an amount."""
    match said.word:
        case "fold":
            return spot.settled("fold", spot.facts.own, "fold_declared", ("LIVE-4",))
        case "check":
            return spot.settled("check", spot.bet, "check_declared", ("LIVE-4",))
        case "call" | "complete":
            return spot.call("call_declared", "LIVE-4")
        case "all-in":
            return _all_in(spot)
    if said.amount is not None:
        return _amount(spot, said.amount)
    return _raise(spot)


def _all_in(spot: Spot) -> Ruling:
    """Everything, or as much of it as the limit permits."""
    if spot.everything is None:
        raise ValueError("an all-in needs the player's stack")
    if spot.everything <= spot.bet or not spot.may_raise:
        return spot.call("call_no_raise", "LIVE-4")
    return spot.raise_to(spot.everything, "all_in_full", "LIVE-4")


def _amount(spot: Spot, amount: Chips) -> Ruling:
    """An exact amount announced first counts, whatever chips follow (LIVE-36.b)."""
    if amount < spot.bet and not spot.all_in(amount):
        return spot.overlooked(amount)
    if amount == spot.bet or (amount < spot.bet and spot.all_in(amount)):
        return spot.call("call_amount", "LIVE-36.b")
    if amount < spot.minimum:
        return spot.raise_to(spot.minimum, "amount_completed", "LIVE-36.b", "LAMB-21")
    return spot.raise_to(amount, "amount_declared", "LIVE-36.b")


def _raise(spot: Spot) -> Ruling:
    """An announced raise: what was pushed, at least the minimum (LIVE-37.p3, LAMB-21)."""
    if not spot.may_raise:
        return spot.barred_call()
    if not spot.facts.motions:
        return _raise_without_chips(spot)
    counted = _counted(spot, declared=True)
    rule_id = "LIVE-37.p3" if counted.count == 1 else "LIVE-36.a"
    if len(spot.facts.motions) > 1:
        rule_id = "LAMB-51" if spot.facts.motions[0].worth > spot.need else "LIVE-36.c"
    wagers = spot.rules.live.wagers
    total = spot.own + counted.worth
    if counted.count == 1 and wagers.announced_one_chip_raise == "by_chip":
        total = spot.bet + counted.worth
    if total >= spot.minimum:
        return spot.raise_to(total, "raise_declared", rule_id)
    if not wagers.announced_raise_completed:
        return _silent(spot, counted)
    return spot.raise_to(spot.minimum, "raise_declared_completed", rule_id, "LAMB-21")


def _raise_without_chips(spot: Spot) -> Ruling:
    """The word alone: a raise is owed, and how high it will be is open (LIVE-36.c)."""
    ruling = spot.raise_to(spot.minimum, "raise_owed", "LIVE-36.c")
    values = {**ruling.values, "minimum": spot.minimum, "maximum": spot.maximum}
    amounts = replace(ruling.amounts, minimum=spot.minimum, maximum=spot.maximum)
    return replace(ruling, values=values, amounts=amounts)


# Steps 3 to 8: chips alone


def _silent(spot: Spot, counted: Motion) -> Ruling:
    """What chips without words are."""
    pushed = counted.worth
    if spot.bet == 0:
        ruling = _opening(spot, counted)
    elif pushed < spot.need:
        whole = spot.whole_stack(pushed)
        ruling = (
            spot.call("all_in_call", "LIVE-35.p1") if whole else spot.overlooked(spot.own + pushed)
        )
    elif pushed == spot.need:
        ruling = spot.call("call_exact", "LIVE-36.a")
    else:
        ruling = _more_than_the_call(spot, counted)
    return _with(ruling, "LAMB-46") if len(spot.facts.motions) > 1 else ruling


def _opening(spot: Spot, counted: Motion) -> Ruling:
    """Step 3: a bet of everything pushed, at least the big blind (LIVE-37.p4, LAMB-22)."""
    pushed = counted.worth
    one = "LIVE-37.p4" if counted.count == 1 else "LIVE-36.p3"
    if pushed >= spot.minimum or spot.whole_stack(pushed):
        return spot.raise_to(pushed, "bet_full", one)
    if spot.rules.live.wagers.small_opening_bet == "half_bet_test" and not _half(spot, pushed):
        return spot.call("bet_too_small", "LIVE-38.p1")
    return spot.raise_to(spot.minimum, "bet_completed", "LAMB-22")


def _more_than_the_call(spot: Spot, counted: Motion) -> Ruling:
    """Steps 6 to 8: one chip, several chips, then the half-bet test."""
    if not spot.may_raise:
        return spot.barred_call()
    wagers = spot.rules.live.wagers
    exempt = wagers.last_chips_exempt and spot.whole_stack(counted.worth)
    if counted.count == 1 and not exempt:
        if spot.need > 0:
            return spot.call("call_one_chip", "LIVE-37.p1", "LIVE-38.p3")
        larger = counted.worth > spot.facts.big_blind
        if larger and wagers.option_oversized_chip == "check":
            return spot.call("check_one_chip", "LAMB-43", "LIVE-37.p1")
    elif not exempt and counted.worth - counted.smallest < spot.need:
        mixed = ("LAMB-24",) if len({pile.chip for pile in counted.piles}) > 1 else ()
        return spot.call("call_several_chips", "LIVE-37.p5", *mixed)
    return _half_bet(spot, counted.worth)


def _half_bet(spot: Spot, pushed: Chips) -> Ruling:
    """Step 8: a full raise, a short all-in, a raise to be completed, or a call (LIVE-38.p1)."""
    total = spot.own + pushed
    increment = total - spot.bet
    if increment >= spot.raise_size:
        return spot.raise_to(total, "raise_full", "LIVE-36.a")
    if spot.whole_stack(pushed):
        return spot.raise_to(total, "all_in_short", "LIVE-38.p2")
    if _half(spot, increment):
        return spot.raise_to(spot.minimum, "raise_completed", "LIVE-38.p1")
    return spot.call("call_under_half", "LIVE-38.p1")


def _half(spot: Spot, increment: Chips) -> bool:
    """Whether a silent raise is large enough to be completed (LIVE-38.p1)."""
    percent = spot.rules.live.wagers.half_bet_percent
    return 100 * increment >= percent * spot.raise_size
