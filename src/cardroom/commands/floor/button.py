"""`cardroom floor button`: the draw for the button, one card a player, and the first hand."""

import argparse
import secrets

from cardroom.cards import DECK, Card, card_name, read_cards
from cardroom.commands.floor.reading import live_rules, read
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.words import read_seats, read_text_by_seat
from cardroom.engine.positions import drawn_button, first_live_hand
from cardroom.errors import UsageError
from cardroom.rulebook.live import LiveRules

SEATS_MAX = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the seats, or the cards that were drawn at the table."""
    drawn = parser.add_mutually_exclusive_group(required=True)
    drawn.add_argument("--seats", metavar="SEATS", help="draw for these seats: 1,2,4,5,7")
    drawn.add_argument(
        "--cards", metavar="SEAT:CARD,...", help="the cards drawn at the table: 1:Kh,2:9c,4:Ks"
    )


def run(args: argparse.Namespace) -> int:
    """Print every card, the button and the positions of the first hand."""
    rules = live_rules(args)
    cards = _drawn(args.seats) if args.cards is None else _entered(args.cards)
    _verify(rules, cards)
    button = drawn_button(rules, cards)
    hand = first_live_hand(rules, button, tuple(cards))
    shown = {seat: card_name(card) for seat, card in sorted(cards.items())}
    if args.json:
        drawn = "software" if args.cards is None else "table"
        positions = {"small_blind": hand.small_blind_poster, "big_blind": hand.positions.big_blind}
        write_json({"cards": shown, "drawn_by": drawn, "button": button, **positions})
        return 0
    print(", ".join(f"seat {seat} {card}" for seat, card in shown.items()))
    print(f"Seat {button} has the button, seat {hand.positions.big_blind} the big blind (LIVE-16).")
    return 0


def _drawn(text: str) -> dict[int, Card]:
    seats = read("--seats", read_seats, text)
    if len(set(seats)) < len(seats):
        raise UsageError("--seats: a seat is named twice.")
    if len(seats) > SEATS_MAX:
        raise UsageError(f"--seats: a table has at most {SEATS_MAX} seats.")
    cards = secrets.SystemRandom().sample(DECK, len(seats))
    return dict(zip(seats, cards, strict=True))


def _entered(text: str) -> dict[int, Card]:
    cards: dict[int, Card] = {}
    for seat, word in read("--cards", read_text_by_seat, text).items():
        found = read("--cards", read_cards, word)
        if len(found) != 1:
            raise UsageError(f"--cards: seat {seat} draws one card.")
        cards[seat] = found[0]
    return cards


def _verify(rules: LiveRules, cards: dict[int, Card]) -> None:
    if not all(1 <= seat <= SEATS_MAX for seat in cards):
        raise UsageError(f"Seats are 1 to {SEATS_MAX}.")
    if len(set(cards.values())) < len(cards) or not set(cards.values()) <= set(DECK):
        raise UsageError("--cards: every seat draws a card of its own from one deck.")
    fewest = rules.button.min_players_start
    if len(cards) < fewest:
        raise UsageError(f"A table starts with {fewest} players or more (LIVE-17).")
