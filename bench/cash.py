"""Whole cash hands: seating, positions, clocks, rake and settlement to a ledger in memory."""

import random
from collections.abc import Callable
from itertools import count, cycle, islice

from bench.hands import cardroom, decks, hands_of, passive
from bench.harness import Goal, Task, Work, both_builds

NOTES = """
- Six players a table, check or call to the showdown, decks shuffled before the clock runs. The bare
  engine plays the same hands without a table.
- A whole hand plans the deal, keeps a clock for every decision, takes the rake, encodes the
  history, applies the settlement to a double-entry ledger with its hash chain, tidies the table
  and reads its news.
- Compiled are the engine, the table with its clocks, the cashier and the ledger; the lobby is not.
  The compiled build misses the goal. Where its time goes, phase by phase, ten tables at a time,
  without collecting garbage, in microseconds (before the last changes in brackets): 15 (17) the 24
  decisions, most of it the engine and the driver, 7 (8) the start, of which 4 in the engine,
  2 (4) the plan of the deal, 6 (7) the settled hand, half of it the JSON of its history, 9 (13) its
  checks, the hash of its record and its transfer, 5.5 (8) the ledger, 5 (7) the table after the
  hand. To reach 0.4, another 8 would have to go. What stays whatever we do is as much by estimate:
  two times JSON, two hashes. The driver of the bare engine asks at every turn what is legal, the
  one of the table only what is to call.
- What was changed: one clock goes through a hand, whose turn it is is kept instead of asked, the
  next deal sorts once, a settled hand is not merged again, and entries of transfers are plain
  pairs. A hand used to leave eight objects behind that are looked at whenever garbage is collected;
  now it leaves none. How much of the gain is due to that was not measured apart.
- The figures for 10, 1,000 and 10,000 tables play the same number of hands in rotation. The pure
  ones are flat within an eighth. Compiled, 10,000 tables take half as long again as ten, which is
  not flat: they cost both builds some 25 microseconds more (13 and 24 in earlier results),
  presumably because so many tables do not fit into the processor's caches.
- Measured at raised priority on a machine with six times more to do than it can. The run before it,
  with spreads of a quarter and more, gave 0.43 pure and 0.37 compiled; short runs between changes
  0.46 to 0.51 and 0.32 to 0.37. Before the changes, such runs gave 0.38 to 0.45 and 0.21 to 0.27.
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
    """Plays hands at so many tables in turn."""
    from cardroom.cash.limits import LobbyLimits
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
    numbers = count(1)
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
