"""A tournament of one's own: progressive bounties, short levels, and players who go all-in a lot.

    python examples/custom_tournament.py --players 18 --seed 7

The tournament decides nothing by chance or by the clock of the machine: this program shuffles the
decks, says what time it is, and passes on what players do.
"""

import argparse
import random
from heapq import heappop, heappush

from cardroom.cards import DECK
from cardroom.ledger import PlayerId, TournamentId, TournamentMoney
from cardroom.rulebook import edition
from cardroom.tournament import Desk, TableNumber, Tournament, read_definition, terms_of
from cardroom.tournament.events import BountyTaken, LevelStarted, PrizeWon
from cardroom.units import euros

FILE = """
name = "Eighteen and out"
edition = "en-2.7"
kind = "scheduled"
price_cents = 2_000
starting_stack = 1_500

[blinds]
level_s = 180

[bounty]
style = "progressive"

[registration]
late_levels = 0
"""
HAND_MS = 40_000
PURSE = 1_000_000


def open_tournament(players: int, chance: random.Random) -> Tournament:
    """Read the file, open the desk, let everybody in."""
    definition = read_definition(FILE, "custom_tournament.py")
    terms = terms_of(definition, edition(definition.edition), starts_ms=0)
    money = TournamentMoney(TournamentId(1), definition.currency)
    desk = Desk(terms, definition, money, balance=lambda _: PURSE, takes=lambda _: True)
    tournament = Tournament(TournamentId(1), terms, desk, chance.randrange)
    for player in range(1, players + 1):
        tournament.register(PlayerId(player), 0)
    return tournament


def play_hand(
    tournament: Tournament, number: TableNumber, now_ms: int, chance: random.Random
) -> None:
    """Deal one hand and decide for everybody: fold half the time, all-in every tenth."""
    tournament.deal(number, chance.sample(DECK, len(DECK)), now_ms)
    table = tournament.tables[number]
    while (player := table.actor) is not None:
        assert table.hand is not None
        options = table.hand.options
        assert options is not None
        mood = chance.random()
        if mood > 0.9 and options.raise_to:
            tournament.act(player, "raise", options.raise_to, now_ms)
        elif options.check:
            tournament.act(player, "check", 0, now_ms)
        else:
            tournament.act(player, "call" if mood > 0.5 else "fold", 0, now_ms)


def report(tournament: Tournament) -> int:
    """Print what happened since the last time; the answer is how many transfers that made."""
    step = tournament.take_step()
    for event in step.events:
        match event:
            case LevelStarted():
                print(f"level {event.level}: {tournament.left} players left")
            case BountyTaken():
                print(f"  {event.by} takes {euros(event.cash)} for {event.victim}")
            case PrizeWon():
                print(
                    f"  {event.entry} is number {event.place} and wins {euros(event.award.cents)}"
                )
    return len(step.transfers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=18)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()

    chance = random.Random(args.seed)
    tournament = open_tournament(args.players, chance)
    tournament.start(0)
    now_ms, hands, moved = 0, 0, 0
    finishing: list[tuple[int, TableNumber]] = []
    while tournament.is_running:
        for number in list(tournament.ready):
            play_hand(tournament, number, now_ms, chance)
            heappush(finishing, (now_ms + HAND_MS, number))
        moved += report(tournament)
        # Either a hand ends next, or the tournament's own clock has something to do.
        deadline = tournament.next_deadline_ms
        if finishing and (deadline is None or finishing[0][0] <= deadline):
            now_ms, number = heappop(finishing)
            tournament.commit(number, now_ms)
            hands += 1
        else:
            assert deadline is not None, "nothing left to wait for"
            now_ms = deadline
            tournament.tick(now_ms)
    moved += report(tournament)
    minutes = now_ms // 60_000
    print(
        f"{hands} hands in {minutes} minutes of the tournament's clock, {moved} transfers of money"
    )


if __name__ == "__main__":
    main()
