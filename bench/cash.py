"""Whole cash hands: seating, positions, clocks, rake and settlement to a ledger in memory."""

import random
from itertools import cycle

from bench.hands import HANDS, cardroom, decks, passive
from bench.harness import Goal, Task, Work, both_builds

NOTES = """
- Six players a table, check or call to the showdown, decks shuffled before the clock runs. The bare
  engine plays the same hands without a table.
- A whole hand plans the deal, keeps a clock for every decision, takes the rake, encodes the
  history, applies the settlement to a double-entry ledger with its hash chain, tidies the table
  and reads its news.
- Compiled are the engine, the table with its clocks, and the ledger; the lobby is not. The compiled
  build misses the goal. Where its time goes, without collecting garbage, in microseconds: 18 the
  24 decisions (12 of them in the engine), 6 the start (4 in the engine), 4 the plan of the deal, 7
  the settled hand with the JSON of its history, 9 its checks and its transfer, 8 the ledger, 6 the
  table after the hand. Nothing sticks out; JSON, the hash and making structs are C already.
- The figures for 10, 1,000 and 10,000 tables play the same number of hands in rotation. They are
  flat since the ledger remembers the accounts of so many tables; before, 10,000 tables took half
  as long again.
- The pure ratio is near its goal, not safely above it. Since the bare engine became a third faster,
  two runs gave 0.39 and 0.37; the third, after less work in the hash of a hand's record, 0.43.
"""

SEATS = 6
STAKE = ("nl-holdem", "deepstack", 5, 10)
"""Deep enough that nobody goes broke while the clock runs."""


def whole_hands(tables: int) -> Work:
    """Plays hands at so many tables in turn."""
    from cardroom.cash.hall import LobbyLimits
    from cardroom.cash.lobby import CashLobby
    from cardroom.cash.lobby_events import SeatOffered
    from cardroom.engine.ranking import prepare
    from cardroom.ledger import Ledger, PlayerId, TableId
    from cardroom.ledger.accounts import player_cash
    from cardroom.ledger.banking import deposit
    from cardroom.rulebook import edition
    from cardroom.rulebook.cash import StakeKey

    prepare()
    ledger = Ledger()
    chance = random.Random(5)
    numbers = iter(range(1, tables + 1))
    lobby = CashLobby(
        edition("en-2.7"),
        balance=lambda player: ledger.balance(player_cash(player, "EUR")),
        move=ledger.apply,
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
    dealt = decks()
    now = 0

    def work() -> int:
        nonlocal now
        for deck in dealt:
            now += 1000
            number = next(rotation)
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
        return HANDS

    return work


TASKS = [
    Task(
        "A whole cash hand beside the bare engine",
        "hand",
        [
            *both_builds(lambda: cardroom(passive()), "bare engine"),
            *both_builds(lambda: whole_hands(10), "10 tables"),
            *both_builds(lambda: whole_hands(1_000), "1,000 tables"),
            *both_builds(lambda: whole_hands(10_000), "10,000 tables"),
        ],
        [
            Goal("cardroom pure, 10 tables", 0.4, "cardroom pure, bare engine"),
            Goal("cardroom compiled, 10 tables", 0.4, "cardroom compiled, bare engine"),
            Goal("cardroom pure, 10,000 tables", 0.8, "cardroom pure, 10 tables"),
        ],
    )
]
CHECKS = ()
