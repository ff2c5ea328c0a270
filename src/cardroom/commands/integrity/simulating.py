"""`cardroom integrity simulate`: plays a pool with planted colluders, scans it and writes it."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

from cardroom.commands.integrity.scanning import SEED, add_drawing
from cardroom.commands.integrity.showing import show
from cardroom.commands.printing import write_json
from cardroom.commands.reading import progress_bar
from cardroom.errors import UsageError
from cardroom.history import hand_record, write_hand
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import Scan
from cardroom.rulebook import edition
from cardroom.simulation.population.colluding import KINDS
from cardroom.simulation.population.mixing import PLAYERS_MIN, SUPERUSER, mixed_pool
from cardroom.simulation.population.pool import Pool, PoolHand
from cardroom.simulation.population.tempo import BOTS

HANDS = 2_000
PLAYERS = 12
EDITION = "en-2.7"
GAMES = ("nl-holdem", "pl-omaha")


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the pool."""
    parser.description = (
        "Play a pool of simulated players at tables of six: honest styles and look-alikes, and on "
        "request a pair who cheat. Then scan it, as a real room would be. With --phh the hands "
        "are written, all cards open, for `cardroom integrity scan` and the other commands."
    )
    parser.add_argument(
        "--plant",
        choices=(*KINDS, SUPERUSER, *BOTS),
        help="what players 1 and 2 do together, that player 1 sees all cards, or how player 1, a "
        "program, keeps time (default: nobody)",
    )
    parser.add_argument(
        "--intensity",
        type=float,
        default=1.0,
        metavar="PART",
        help="in which part of their hands or decisions, from 0 to 1 (default: %(default)s)",
    )
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="(default: %(default)s)")
    parser.add_argument("--hands", type=int, default=HANDS, metavar="N", help="(default: 2000)")
    parser.add_argument("--players", type=int, default=PLAYERS, metavar="N", help="(default: 12)")
    add_drawing(parser)
    parser.add_argument("--phh", type=Path, metavar="FILE", help="write the hands to this file")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.set_defaults(seed=SEED)


def run(args: argparse.Namespace) -> int:
    """Play, scan and say what was found; 1 if there are alerts."""
    if args.hands < 1 or args.players < PLAYERS_MIN or not 0 <= args.intensity <= 1:
        raise UsageError(
            f"--hands is at least 1, --players at least {PLAYERS_MIN}, --intensity from 0 to 1."
        )
    scan = Scan()
    with ExitStack() as stack:
        for played in _played(args, stack):
            key, times = f"hand {played.number + 1}", played.think_ms
            hand = reviewed_hand(played.hand.events, played.names, key=key, think_ms=times)
            assert hand is not None, "no hand of a pool is void"
            scan.add(hand)
    report = scan.report(Random(args.seed).randrange, rounds=args.rounds)  # noqa: S311
    if args.json:
        write_json(report)
    else:
        show(report)
    return int(report.has_alerts)


def _played(args: argparse.Namespace, stack: ExitStack) -> Iterator[PoolHand]:
    chance = Random(args.seed)  # noqa: S311
    intensity = round(args.intensity * 1000)
    terms = mixed_pool(
        chance, players=args.players, kind=args.plant, intensity=intensity, game=args.game
    )
    timing = Random(args.seed) if args.plant in BOTS else None  # noqa: S311
    pool = Pool(terms, edition(EDITION).hand, chance, hands=args.hands, timing=timing)
    out = None
    if args.phh is not None:
        try:
            out = stack.enter_context(args.phh.open("w", encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"{args.phh} cannot be written: {error.strerror}.") from None
    progress = stack.enter_context(progress_bar(quiet=args.json))
    task = progress.add_task("Playing", total=args.hands)
    for played in pool.play():
        if out is not None:
            record = hand_record(played.hand, currency="EUR", names=played.names)
            out.write(f"[{played.number + 1}]\n{write_hand(record)}\n")
        progress.advance(task)
        yield played
