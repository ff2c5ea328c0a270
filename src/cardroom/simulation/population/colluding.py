"""What dishonest players do instead: six kinds of colluder, and one who sees all cards.

A scheme says what it does in a situation, or None where the player plays honestly: colluders do
most of the time.
"""

from typing import NamedTuple

from cardroom.cards import Card
from cardroom.simulation.population.deciding import (
    Move,
    Situation,
    first_look,
    made_strength,
    perceived,
)
from cardroom.simulation.population.schemes import Scheme
from cardroom.simulation.scripts import Chance

KINDS = ("dump", "soft", "isolate", "share", "best_hand", "passing")
SHORT_BB = 15
"""A partner with fewer big blinds is kept alive by passing chips."""


class Around(NamedTuple):
    """What a colluder knows beyond their own situation."""

    partner_hole: tuple[Card, ...]
    partner_live: bool
    partner_is_aggressor: bool
    partner_raised: bool
    """Somewhere in this hand."""
    partner_bb: int
    gives: bool
    third_live: bool
    alone: bool
    """Only the two of them are live."""


def scheming_move(
    scheme: Scheme, situation: Situation, around: Around, honest: Move, chance: Chance
) -> Move:
    """What a colluder does; mostly what an honest player would."""
    kind = scheme.kind
    if not around.partner_live:
        return honest
    match kind:
        case "dump" if scheme.eager and not situation.board:
            return _seek(situation, around, honest)
        case "passing" if around.partner_bb > SHORT_BB:
            return honest
        case "dump" | "passing":
            return _dump(situation, around, honest, chance)
        case "soft":
            return _soft(around, honest)
        case "isolate":
            return _isolate(situation, around, honest)
        case "share":
            return _share(situation, around, honest)
    assert kind == "best_hand", f"there is no kind {kind}"
    return _best_hand(situation, around, honest)


def _dump(situation: Situation, around: Around, honest: Move, chance: Chance) -> Move:
    """The giver pays off and gives up; the taker bets whatever they hold."""
    if not around.gives:
        alone = around.alone and situation.raises < 2
        return Move("raise", 900) if alone and honest.act != "raise" else honest
    if around.partner_is_aggressor:
        held = perceived(situation, 0, chance)
        if len(situation.board) == 5 and held > 0.6:
            return Move("fold")
        return Move("call")
    if around.alone and situation.to_call == 0 and perceived(situation, 0, chance) < 0.4:
        return Move("raise", 900)
    return honest


def _seek(situation: Situation, around: Around, honest: Move) -> Move:
    """The taker raises to be alone with the giver, who pays nobody else."""
    if not around.gives:
        return Move("raise", 900) if situation.raises < 2 else honest
    waits = around.partner_is_aggressor or situation.raises == 0
    return Move("call") if waits else Move("fold")


def _soft(around: Around, honest: Move) -> Move:
    """Never bets or raises the partner when only the two are left, and seldom otherwise."""
    concerns = around.alone or around.partner_is_aggressor
    if concerns and honest.act == "raise":
        return Move("call")
    return honest


def _isolate(situation: Situation, around: Around, honest: Move) -> Move:
    """Raises the partner's raise to drive a third player out, then lets it be."""
    if around.third_live and around.partner_is_aggressor and situation.raises < 4:
        return Move("raise", 800)
    if around.alone and around.partner_raised:
        return Move("call") if situation.to_call == 0 else Move("fold")
    return honest


def _share(situation: Situation, around: Around, honest: Move) -> Move:
    """Knows the partner's cards: pays no better hand and folds no better one to a bet."""
    if not around.partner_is_aggressor and not around.alone:
        return honest
    ahead = is_ahead(situation, around.partner_hole)
    if situation.to_call:
        return (honest if honest.act != "fold" else Move("call")) if ahead else Move("fold")
    return Move("raise", 600) if ahead else Move("call")


def _best_hand(situation: Situation, around: Around, honest: Move) -> Move:
    """Only the better of the two hands plays on."""
    if situation.to_call and not is_ahead(situation, around.partner_hole):
        return Move("fold")
    return honest


def is_ahead(situation: Situation, other: tuple[Card, ...]) -> bool:
    """Whether their own hand is better now than another."""
    if not situation.board:
        return first_look(situation.hole) >= first_look(other)
    held = made_strength(situation.hole, situation.board)
    return held >= made_strength(other, situation.board)


def superuser_move(
    situation: Situation, others: list[tuple[Card, ...]], honest: Move, noise: int, chance: Chance
) -> Move:
    """Sees the cards of everybody who is live, and plays honestly in `noise` of a thousand."""
    if chance.randrange(1000) < noise or not situation.board:
        return honest
    ahead = all(is_ahead(situation, other) for other in others)
    if situation.to_call:
        return (honest if honest.act != "fold" else Move("call")) if ahead else Move("fold")
    return Move("raise", 700) if ahead else honest
