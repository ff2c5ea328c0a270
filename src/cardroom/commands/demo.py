"""`cardroom demo`: plays one hand in the terminal, cards open, as a broadcast shows it."""

import argparse
import random
import secrets

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardroom.cards import DECK, RANKS, SUITS, Card
from cardroom.commands.printing import write_json
from cardroom.engine import Event, Hand, HandStarted, Options, forced_bets
from cardroom.engine.events import (
    BoardDealt,
    Called,
    Checked,
    Folded,
    Game,
    Posted,
    PotAwarded,
    Raised,
    UncalledReturned,
)
from cardroom.engine.games import HOLE_CARDS
from cardroom.odds.made_hands import describe, made_hand
from cardroom.rulebook import edition
from cardroom.units import Seat, euros

NAMES = ("Ada", "Ben", "Cleo", "Dina", "Emil", "Fay")
STACKS = (9_150, 10_000, 4_230, 12_480, 10_000, 2_775)
SMALL_BLIND, BIG_BLIND = 50, 100
LARGEST_SEED = 2**32
SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
COLOURS = dict(zip(SUITS, ("green", "blue", "red", "white"), strict=True))


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the game and, to see the same hand again, its seed."""
    parser.add_argument(
        "--game", choices=sorted(HOLE_CARDS), default="nl-holdem", help="what is played"
    )
    parser.add_argument("--seed", type=int, help="play the same hand again (default: another)")
    parser.add_argument("--json", action="store_true", help="print the events for programs")


def run(args: argparse.Namespace) -> int:
    """Play a hand and tell it."""
    seed = secrets.randbelow(LARGEST_SEED) if args.seed is None else args.seed
    hand = play(args.game, random.Random(seed))  # noqa: S311 - a show, with nothing at stake
    if args.json:
        write_json({"seed": seed, "events": hand.events})
        return 0
    console = Console(highlight=False)
    tell(hand, console)
    console.print(f"\nThe same hand again: cardroom demo --game {args.game} --seed {seed}")
    return 0


def play(game: Game, chance: random.Random) -> Hand:
    """Deal a hand to six players with simple habits and play it to its end."""
    rules = edition("en-2.7").hand
    seats = tuple(range(1, len(NAMES) + 1))
    posts = forced_bets(
        rules,
        seats=seats,
        button=len(seats),
        small_blind=(1, SMALL_BLIND),
        big_blind=(2, BIG_BLIND),
    )
    started = HandStarted(game, len(seats), seats, STACKS, BIG_BLIND, posts)
    hand = Hand(rules, started, chance.sample(DECK, len(DECK)))
    while (options := hand.options) is not None:
        act(hand, options, chance)
    return hand


def act(hand: Hand, options: Options, chance: random.Random) -> None:
    """Bet good hands, call with fair ones, give up the rest, and bluff now and then."""
    liking = promise(hand, options.seat) + chance.uniform(-0.15, 0.15)
    price = options.call / (hand.chips_in + options.call)
    if options.raise_from and liking > 0.55 + price / 2:
        wanted = hand.chips_in * chance.choice((1, 2, 3)) // 3 + 2 * options.call
        total = max(options.raise_from, wanted // 10 * 10)
        hand.raise_to(options.seat, min(total, options.raise_to))
    elif options.check:
        hand.check(options.seat)
    elif liking > price:
        hand.call(options.seat)
    else:
        hand.fold(options.seat)


def promise(hand: Hand, seat: Seat) -> float:
    """How good a hand looks to its player, about 0 to 1."""
    hole = hand.hole(seat)
    if hand.board:
        omaha = hand.started.game == "pl-omaha"
        return 0.2 + made_hand(hole, hand.board, omaha=omaha).category / 6
    ranks = sorted((card >> 2 for card in hole), reverse=True)
    pairs = len(ranks) - len(set(ranks))
    return (ranks[0] + ranks[1]) / 48 + pairs / 4


def tell(hand: Hand, console: Console) -> None:
    """Print the seats, then what happened street by street, then who won."""
    console.print(_seats(hand))
    for event in hand.events:
        line = _line(hand, event)
        if line is not None:
            console.print(line)
    console.print()
    console.print(_ending(hand))


def _seats(hand: Hand) -> Table:
    table = Table(title=f"{hand.started.game}, blinds {_blinds()}", title_justify="left")
    for heading in ("Seat", "Player", "Stack", "Cards"):
        table.add_column(heading, justify="right" if heading == "Stack" else "left")
    places = {1: " (small blind)", 2: " (big blind)", hand.started.button: " (button)"}
    for seat, stack in zip(hand.started.seats, hand.started.stacks, strict=True):
        name = f"{_name(seat)}{places.get(seat, '')}"
        table.add_row(str(seat), name, euros(stack), _cards(hand.hole(seat)))
    return table


def _line(hand: Hand, event: Event) -> Text | None:
    """One event as a line; None for what the tables say."""
    match event:
        case Posted(seat=seat, kind=kind, by=by):
            return Text(f"{_name(seat)} posts the {kind.replace('_', ' ')}, {euros(by)}")
        case BoardDealt(street=street):
            shown = {"flop": 3, "turn": 4, "river": 5}[street]
            return Text.assemble(
                ("\n" + street.capitalize(), "bold"), "  ", _cards(hand.board[:shown])
            )
        case Folded(seat=seat):
            return Text(f"{_name(seat)} folds", style="dim")
        case Checked(seat=seat):
            return Text(f"{_name(seat)} checks")
        case Called(seat=seat, by=by):
            return Text(f"{_name(seat)} calls {euros(by)}")
        case Raised(seat=seat, to=to):
            return Text(f"{_name(seat)} makes it {euros(to)}", style="bold")
        case UncalledReturned(seat=seat, by=by):
            return Text(f"{euros(by)} was not called and goes back to {_name(seat)}")
        case PotAwarded():
            return _award(hand, event)
        case _:
            return None


def _award(hand: Hand, event: PotAwarded) -> Text:
    name = "Main pot" if event.pot == 0 else f"Side pot {event.pot}"
    winners = " and ".join(_name(seat) for seat in event.seats)
    said = Text.assemble((f"\n{name} {euros(event.amount)}", "bold"), f" for {winners}")
    if event.seats[0] in hand.shown:
        omaha = hand.started.game == "pl-omaha"
        said.append(f": {describe(hand.hole(event.seats[0]), hand.board, omaha=omaha)}")
    return said


def _ending(hand: Hand) -> Table:
    table = Table(title="Afterwards", title_justify="left")
    for heading in ("Player", "Won or lost", "Stack"):
        table.add_column(heading, justify="left" if heading == "Player" else "right")
    before = dict(zip(hand.started.seats, hand.started.stacks, strict=True))
    for seat, stack in sorted(hand.stacks.items()):
        change = stack - before[seat]
        style = "green" if change > 0 else "red" if change < 0 else "dim"
        sign = "+" if change > 0 else ""
        table.add_row(_name(seat), Text(f"{sign}{euros(change)}", style=style), euros(stack))
    return table


def _cards(cards: tuple[Card, ...]) -> Text:
    text = Text()
    for card in cards:
        suit = SUITS[card & 3]
        text.append(f"{RANKS[card >> 2]}{SYMBOLS[suit]} ", style=f"bold {COLOURS[suit]}")
    return text


def _name(seat: Seat) -> str:
    return NAMES[seat - 1]


def _blinds() -> str:
    return f"{euros(SMALL_BLIND)}/{euros(BIG_BLIND)}"
