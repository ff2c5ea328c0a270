"""The end of a hand in PokerStars-style text: showdown, payout, summary."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from cardroom.cards import Card, card_name
from cardroom.engine.events import PotAwarded, Street
from cardroom.evaluation.made_hands import describe
from cardroom.history.narrated import NarratedHand
from cardroom.units import Seat

Amount = Callable[[int], str]
Names = Mapping[Seat, str]

FLOP_CARDS = 3

_FOLDED: dict[Street, str] = {
    "preflop": "folded before Flop",
    "flop": "folded on the Flop",
    "turn": "folded on the Turn",
    "river": "folded on the River",
}


def ending(told: NarratedHand, names: Names, amount: Amount) -> Iterator[str]:
    """Everything after the last bet."""
    if told.showdown:
        yield "*** SHOW DOWN ***"
    for act in told.showdown:
        said = "mucks hand" if act.verb == "muck" else f"shows {cards_text(act.cards)}"
        made = _made(told, act.cards)
        yield f"{names[act.seat]}: {said}{f' ({made})' if made else ''}"
    yield from _payouts(told, names, amount)
    yield "*** SUMMARY ***"
    yield _pot_line(told, amount)
    if told.board:
        yield f"Board {cards_text(told.board)}"
    for seat in told.stacks:
        place = f"Seat {told.seat_number(seat)}: {names[seat]}{_position(told, seat)}"
        yield f"{place} {_result(told, seat, amount)}"


def _payouts(told: NarratedHand, names: Names, amount: Amount) -> Iterator[str]:
    """Who got what; the last side pot is paid first. A lone winner need not show (LIVE-39.p4)."""
    for award in reversed(told.awards):
        for seat, share in zip(award.seats, award.shares, strict=True):
            yield f"{names[seat]} collected {amount(share)} from {_pot_name(award, told.awards)}"
    for seat in told.won:
        if seat not in told.shown:
            yield f"{names[seat]}: doesn't show hand"


def _pot_name(award: PotAwarded, awards: tuple[PotAwarded, ...]) -> str:
    if len(awards) == 1:
        return "pot"
    if award.pot == 0:
        return "main pot"
    return "side pot" if len(awards) == 2 else f"side pot-{award.pot}"


def _pot_line(told: NarratedHand, amount: Amount) -> str:
    """All pots with the rake; single pots are told without it."""
    total = sum(award.amount + award.rake for award in told.awards)
    parts = [
        f" {_pot_name(award, told.awards).capitalize()} {amount(award.amount)}."
        for award in told.awards
        if len(told.awards) > 1
    ]
    return f"Total pot {amount(total)}{''.join(parts)} | Rake {amount(told.rake)}"


def _position(told: NarratedHand, seat: Seat) -> str:
    tags = [" (button)"] if seat == told.started.button else []
    tags += [" (small blind)"] if seat == told.poster("small_blind") else []
    tags += [" (big blind)"] if seat == told.poster("big_blind") else []
    return "".join(tags)


def _result(told: NarratedHand, seat: Seat, amount: Amount) -> str:
    """What became of a seat, in the words of the summary."""
    if seat in told.folded:
        unpaid = told.folded[seat] == "preflop" and seat not in told.bettors
        return _FOLDED[told.folded[seat]] + (" (didn't bet)" if unpaid else "")
    won = told.won.get(seat)
    if seat not in told.shown:
        return "mucked" if won is None else f"collected ({amount(won)})"
    made = _made(told, told.shown[seat])
    end = "lost" if won is None else f"won ({amount(won)})"
    return f"showed {cards_text(told.shown[seat])} and {end}{f' with {made}' if made else ''}"


def _made(told: NarratedHand, hole: tuple[Card, ...]) -> str:
    """The made hand in words; nothing for a mucked hand, or without a flop."""
    if not hole or len(told.board) < FLOP_CARDS:
        return ""
    return describe(hole, told.board, omaha=len(hole) == 4)


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in brackets: `[Ah Kh]`."""
    return f"[{' '.join(card_name(card) for card in cards)}]"
