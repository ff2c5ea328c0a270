"""A recorded hand as the engine starts it: seats, button, forced bets, and a stacked deck.

Player N of the file sits on seat N, and the last player has the button.
"""

from collections.abc import Iterator

from cardroom.cards import Card
from cardroom.engine.events import Game, HandStarted, Post, PostKind, Rake
from cardroom.engine.starting import stacked_deck
from cardroom.history.booking import UNKNOWN_STACK, Forced, antes_are_matched, forced_bets
from cardroom.history.dealt import board_cards, hole_cards
from cardroom.history.record import HandRecord
from cardroom.rulebook import HandRules

GAMES: dict[str, Game] = {"NT": "nl-holdem", "PO": "pl-omaha", "FT": "fl-holdem"}
SMALLEST_CHIP = "_smallest_chip"
"""A field of our own: the format does not say which chips are in play (LAMB-10)."""

VARIANT_OF = {game: variant for variant, game in GAMES.items()}


def recorded_start(
    record: HandRecord, rules: HandRules, *, short_posts_live: bool, rake: Rake | None = None
) -> HandStarted:
    """Everything that was fixed before the first card (LIVE-31, AMB-38)."""
    forced = forced_bets(record, short_posts_live=short_posts_live)
    antes = tuple(_antes(record, forced))
    blinds = tuple(_blinds(forced, record.big_blind))
    ante_first = rules.short_post_order == "ante_first"
    players = len(record.antes)
    return HandStarted(
        game=GAMES[record.variant],
        button=players,
        seats=tuple(range(1, players + 1)),
        stacks=tuple(UNKNOWN_STACK if stack is None else stack for stack in record.starting_stacks),
        big_blind=record.big_blind,
        posts=antes + blinds if ante_first else blinds + antes,
        rake=rake,
        unit=_smallest_chip(record),
        big_bet=record.big_bet or 0,
    )


def recorded_deck(record: HandRecord, started: HandStarted) -> list[Card]:
    """A deck from which everyone is dealt what the file says."""
    return stacked_deck(started, hole_cards(record), board_cards(record))


def _smallest_chip(record: HandRecord) -> int:
    unit = record.other.get(SMALLEST_CHIP)
    return unit if isinstance(unit, int) and unit > 0 and record.places == 0 else 1


def _antes(record: HandRecord, forced: tuple[Forced, ...]) -> Iterator[Post]:
    kind: PostKind = "ante" if antes_are_matched(record) else "table_ante"
    for seat, owed in enumerate(forced, 1):
        if owed.ante:
            yield Post(seat, kind, owed.ante)


def _blinds(forced: tuple[Forced, ...], big_blind: int) -> Iterator[Post]:
    """Name blinds by their size: a straddle is another big blind, a post is out of turn."""
    for seat, owed in enumerate(forced, 1):
        if owed.live and owed.out_of_turn:
            yield Post(seat, "post", owed.live)
        elif owed.live:
            yield Post(seat, "big_blind" if owed.live >= big_blind else "small_blind", owed.live)
        if owed.dead:
            yield Post(seat, "dead", owed.dead)
