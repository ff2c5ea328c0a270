"""The end of a hand in PokerStars-style text: showdown, payout, summary."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from cardroom.cards import Card, card_name
from cardroom.engine.events import PotAwarded, Street
from cardroom.history.narrated import NarratedHand
from cardroom.odds.made_hands import describe
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


def ending(narrated: NarratedHand, names: Names, amount: Amount) -> Iterator[str]:
    """Everything after the last bet."""
    if narrated.showdown:
        yield "*** SHOW DOWN ***"
    for act in narrated.showdown:
        said = "mucks hand" if act.verb == "muck" else f"shows {cards_text(act.cards)}"
        made = _made(narrated, act.cards)
        yield f"{names[act.seat]}: {said}{f' ({made})' if made else ''}"
    yield from _payouts(narrated, names, amount)
    yield "*** SUMMARY ***"
    yield _pot_line(narrated, amount)
    if narrated.board:
        yield f"Board {cards_text(narrated.board)}"
    for seat in narrated.stacks:
        place = f"Seat {narrated.seat_number(seat)}: {names[seat]}{_position(narrated, seat)}"
        yield f"{place} {_result(narrated, seat, amount)}"


def _payouts(narrated: NarratedHand, names: Names, amount: Amount) -> Iterator[str]:
    """Who got what; the last side pot is paid first. A lone winner need not show (LIVE-39.p4)."""
    for award in reversed(narrated.awards):
        for seat, share in zip(award.seats, award.shares, strict=True):
            pot = _pot_name(award, narrated.awards)
            yield f"{names[seat]} collected {amount(share)} from {pot}"
    for seat in narrated.won:
        if seat not in narrated.shown:
            yield f"{names[seat]}: doesn't show hand"


def _pot_name(award: PotAwarded, awards: tuple[PotAwarded, ...]) -> str:
    if len(awards) == 1:
        return "pot"
    if award.pot == 0:
        return "main pot"
    return "side pot" if len(awards) == 2 else f"side pot-{award.pot}"


def _pot_line(narrated: NarratedHand, amount: Amount) -> str:
    """All pots with the rake; single pots come without it."""
    total = sum(award.amount + award.rake for award in narrated.awards)
    parts = [
        f" {_pot_name(award, narrated.awards).capitalize()} {amount(award.amount)}."
        for award in narrated.awards
        if len(narrated.awards) > 1
    ]
    return f"Total pot {amount(total)}{''.join(parts)} | Rake {amount(narrated.rake)}"


def _position(narrated: NarratedHand, seat: Seat) -> str:
    tags = [" (button)"] if seat == narrated.started.button else []
    tags += [" (small blind)"] if seat == narrated.poster("small_blind") else []
    tags += [" (big blind)"] if seat == narrated.poster("big_blind") else []
    return "".join(tags)


def _result(narrated: NarratedHand, seat: Seat, amount: Amount) -> str:
    """What became of a seat, in the words of the summary."""
    if seat in narrated.folded:
        unpaid = narrated.folded[seat] == "preflop" and seat not in narrated.bettors
        return _FOLDED[narrated.folded[seat]] + (" (didn't bet)" if unpaid else "")
    won = narrated.won.get(seat)
    if seat not in narrated.shown:
        return "mucked" if won is None else f"collected ({amount(won)})"
    made = _made(narrated, narrated.shown[seat])
    end = "lost" if won is None else f"won ({amount(won)})"
    return f"showed {cards_text(narrated.shown[seat])} and {end}{f' with {made}' if made else ''}"


def _made(narrated: NarratedHand, hole: tuple[Card, ...]) -> str:
    """The made hand in words; nothing for a mucked hand, or without a flop."""
    if not hole or len(narrated.board) < FLOP_CARDS:
        return ""
    return describe(hole, narrated.board, omaha=len(hole) == 4)


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in brackets: `[Ah Kh]`."""
    return f"[{' '.join(card_name(card) for card in cards)}]"
