"""A hand in which everybody puts everything in, with the cards that a test wants."""

from cardroom.cards import parse_cards
from cardroom.engine import Hand, HandStarted, forced_bets, stacked_deck
from cardroom.rulebook import edition


def all_in(stacks: dict[int, int], hole: dict[int, str], board: str, button: int) -> Hand:
    """Everybody puts everything in before the flop."""
    rules = edition("en-2.7").hand
    seats = sorted(stacks)
    order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    small, big = (button, order[0]) if len(seats) == 2 else (order[0], order[1])
    posts = forced_bets(
        rules, seats=seats, button=button, small_blind=(small, 10), big_blind=(big, 20)
    )
    started = HandStarted(
        "nl-holdem", button, tuple(seats), tuple(stacks[seat] for seat in seats), 20, posts
    )
    cards = {seat: parse_cards(text) for seat, text in hole.items()}
    hand = Hand(rules, started, stacked_deck(started, cards, parse_cards(board)))
    while not hand.is_over:
        options = hand.options
        assert options is not None
        if options.raise_to:
            hand.raise_to(options.seat, options.raise_to)
        elif options.call:
            hand.call(options.seat)
        else:
            hand.check(options.seat)
    return hand
