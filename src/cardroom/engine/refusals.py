"""Why an action is refused, with the rule and what would be legal instead (AMB-49)."""

from collections.abc import Sequence

from cardroom.cards import DECK, UNKNOWN
from cardroom.engine.betting import Betting
from cardroom.engine.events import AMOUNT_MAX
from cardroom.engine.games import FIXED_LIMIT, POT_LIMIT
from cardroom.engine.pots import layers
from cardroom.engine.showdown import someone_is_all_in
from cardroom.errors import ActionRefused

_CARDS = frozenset(DECK)


def whole_amount(amount: object) -> int:
    """The amount itself, if it is a whole number of cents or chips above zero (AMB-47)."""
    if type(amount) is not int:
        raise ActionRefused("AMB-47", "amount_is_not_a_whole_number")
    assert isinstance(amount, int)
    if not 0 < amount <= AMOUNT_MAX:
        raise ActionRefused("AMB-47", "amount_is_not_a_whole_number", {"at_least": 1})
    return amount


def turn_refusal(over: bool, actor: object) -> ActionRefused:
    """It is not this seat's turn, or nobody's (BET-01, AMB-49)."""
    if over:
        return ActionRefused("AMB-49", "hand_is_over")
    if actor is None:
        return ActionRefused("AMB-49", "nobody_bets_now")
    return ActionRefused("AMB-49", "not_your_turn", {"turn": actor})


def raise_refusal(betting: Betting, place: int, to: int) -> ActionRefused:
    """This total cannot be bet or raised to: the first rule that says so."""
    minimum, maximum = betting.raise_bounds(place)
    call = betting.to_call(place)
    if minimum == 0:
        return _refusal_of_any_raise(betting, place, call)
    legal: dict[str, object] = {"minimum": minimum, "maximum": maximum}
    if to < minimum:
        rule = "BET-09" if betting.current == 0 else "BET-08"
        return ActionRefused(rule, "below_minimum_raise", legal)
    if to > betting.stacks[place] + betting.bets[place]:
        return ActionRefused("BET-17", "more_than_the_stack", legal)
    if betting.limit == POT_LIMIT:
        return ActionRefused("OMA-03", "above_pot_limit", legal)
    return ActionRefused("LIVE-36.p1", "not_the_fixed_amount", legal)


def _refusal_of_any_raise(betting: Betting, place: int, call: int) -> ActionRefused:
    legal = {"call": call}
    if betting.stacks[place] <= betting.current - betting.bets[place]:
        return ActionRefused("BET-11", "stack_only_calls", legal)
    if betting.limit == FIXED_LIMIT and betting.capped():
        return ActionRefused("LIVE-36.p1", "no_more_raises_on_this_street", legal)
    if betting.closed(place):
        return ActionRefused("BET-13", "betting_was_not_reopened", legal)
    return ActionRefused("AMB-47", "all_opponents_are_all_in", legal)


def verify_cards(cards: list[int]) -> None:
    """Refuse what is no card, and a card twice; unknown ones may be many (CASH-02)."""
    distinct = set(cards)
    unknown = 0
    if UNKNOWN in distinct:
        distinct.remove(UNKNOWN)
        unknown = cards.count(UNKNOWN)
    if not distinct <= _CARDS:
        raise ActionRefused("CASH-02", "no_such_card")
    if len(distinct) + unknown != len(cards):
        raise ActionRefused("CASH-02", "card_dealt_twice")


def verify_new_cards(cards: Sequence[int], count: int, dealt: set[int]) -> None:
    """Refuse a wrong number of cards, unknown ones, and those already dealt (CASH-02)."""
    if len(cards) != count:
        raise ActionRefused("CASH-15", "wrong_number_of_cards", {"cards": count})
    if UNKNOWN in cards:
        raise ActionRefused("CASH-02", "no_such_card")
    verify_cards(list(cards))
    if not dealt.isdisjoint(cards):
        raise ActionRefused("CASH-02", "card_dealt_twice")


def muck_refusal(betting: Betting, claiming: list[int], place: int) -> ActionRefused | None:
    """Why a hand may not be given up unseen at the showdown; None when it may (LIVE-39.p4).

    `claiming` are the live places that have not mucked.
    """
    rules = betting.rules
    if not rules.may_muck_at_showdown:
        return ActionRefused("POT-02", "all_hands_are_shown")
    if not rules.may_muck_beside_all_in and someone_is_all_in(betting):
        return ActionRefused("LIVE-39.c", "a_player_is_all_in")
    _, able = layers(betting.totals(), betting.folded, betting.dead)
    for places in able:
        if place in places and len([one for one in places if one in claiming]) == 1:
            return ActionRefused("LIVE-39.p4", "nobody_else_claims_this_pot")
    return None
