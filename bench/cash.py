"""Whole cash hands: seating, positions, clocks, rake and settlement to a ledger in memory."""

import random
from collections.abc import Callable
from itertools import count, cycle, islice

from bench.hands import cardroom, decks, hands_of, passive
from bench.harness import Goal, Task, Work, both_builds

NOTES = """
- Six players a table, check or call to the showdown, decks shuffled before the clock runs. The bare
  engine plays the same hands without a table. Every table has played a hand before the clock runs.
- A whole hand plans the deal, keeps a clock for every decision, takes the rake, encodes the
  history, applies the settlement to a double-entry ledger with its hash chain, tidies the table
  and reads its news.
- Compiled are the engine, the table with its clocks, the lobby, the cashier and the ledger.
- Garbage is collected as the server has it collected (`cardroom.server.memory`), for the bare
  engine, too. At ten tables it hardly matters.
- Measured at commit 66b1690 at raised priority, on a machine with three to ten times more to do
  than it can: others empty its caches, and a whole hand, which runs through three times as much
  code and data as the bare engine, suffers most. Four runs of this bench, one after the other (the
  first two just before the last correction), gave compiled 0.38, 0.39, 0.41 and, with most rounds,
  the one above: close to the goal, met once, missed three times. Rounds of both in one process gave
  0.37 to 0.45. Pure: 0.46, 0.47, 0.36 and 0.50. 10,000 tables beside ten, compiled: 0.71, 0.79,
  0.63 and 0.78; pure: 0.87, 0.94, 1.13 and 0.97. Before the changes compiled had 0.35 and 0.68.
- What does not depend on the machine, counted by callgrind: a compiled hand of the bare engine
  takes 169,000 instructions, a whole one 452,000 before the last changes and 398,000 after them;
  misses of a first cache of 32 and 48 KB fell from 9,800 to 8,200 (bare: 2,700). Some 60,000 of the
  398,000 are SHA-256 as callgrind runs it; the processor does that in 2 microseconds.
- With 10,000 tables a hand misses a second cache of 2 MB 200 times instead of 35 times (before
  256): the table, its six players and their accounts have not been touched for 10,000 hands. Their
  numbers are larger, too, and Python keeps ready only those below 257: with players numbered from
  a million on, the ten tables cost some 5 % more as well.
"""

SEATS = 6
STAKE = ("nl-holdem", "deepstack", 5, 10)
"""Deep enough that nobody goes broke while the clock runs."""


def in_a_room(prepare: Callable[[], Work]) -> Callable[[], Work]:
    """Looks after the memory as the server does, for the bare engine and the tables alike."""

    def prepared() -> Work:
        from cardroom.server.memory import spare_full_collections

        work = prepare()
        spare_full_collections()
        return work

    return prepared


def whole_hands(tables: int) -> Work:
    """Plays hands at this many tables in turn."""
    from cardroom.cash.cashier import by_ledger
    from cardroom.cash.limits import LobbyLimits
    from cardroom.cash.lobby import CashLobby
    from cardroom.cash.lobby_events import SeatOffered
    from cardroom.ledger import Ledger, PlayerId, TableId
    from cardroom.ledger.accounts import player_cash
    from cardroom.ledger.banking import deposit
    from cardroom.odds.ranking import prepare
    from cardroom.rulebook import edition
    from cardroom.rulebook.cash import StakeKey

    prepare()
    ledger = Ledger()
    chance = random.Random(5)
    numbers = count(1)
    lobby = CashLobby(
        edition("en-2.7"),
        balance=lambda player: ledger.balance(player_cash(player, "EUR")),
        move=by_ledger(ledger.apply),
        below=chance.randrange,
        new_table=lambda: TableId(next(numbers)),
        currency="EUR",
        epoch=1,
        limits=LobbyLimits(),
    )
    stake = StakeKey(*STAKE)
    for number in range(tables):
        lobby.open_table(stake, 0)
        for seat in range(SEATS):
            player = PlayerId(number * SEATS + seat + 1)
            ledger.apply(deposit(player, 10**9, "EUR", reference=f"d{player}", at_ms=0))
            offer = lobby.ask(player, stake, 0)
            assert isinstance(offer, SeatOffered)
            lobby.buy_in(player, offer.table, 10_000, 0)
    rotation = cycle([table.table for table in lobby.tables])
    moments = count(1000, 1000)

    def play(deck: list[int]) -> None:
        number, now = next(rotation), next(moments)
        table = lobby.table(number)
        deal = lobby.plan(number, now)
        assert deal is not None
        table.start_hand(deal, deck, now)
        hand = table.hand
        assert hand is not None
        while (player := table.actor) is not None:
            table.act(player, "call" if hand.to_call else "check", 0, now)
        lobby.settle(number, now)
        lobby.take_news()

    # The first hand of a table is not like those that follow.
    for deck in islice(cycle(decks()), tables):
        play(deck)
    return hands_of(play)


TASKS = [
    Task(
        "A whole cash hand beside the bare engine",
        "hand",
        [
            *both_builds(in_a_room(lambda: cardroom(passive())), "bare engine"),
            *both_builds(in_a_room(lambda: whole_hands(10)), "10 tables"),
            *both_builds(in_a_room(lambda: whole_hands(1_000)), "1,000 tables"),
            *both_builds(in_a_room(lambda: whole_hands(10_000)), "10,000 tables"),
        ],
        [
            Goal("cardroom pure, 10 tables", 0.4, "cardroom pure, bare engine"),
            Goal("cardroom compiled, 10 tables", 0.4, "cardroom compiled, bare engine"),
            Goal("cardroom pure, 10,000 tables", 0.8, "cardroom pure, 10 tables"),
        ],
    )
]
CHECKS = ()
