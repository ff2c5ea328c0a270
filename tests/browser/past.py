"""A room with a past: accounts, money and some hundred settled hands, written before it opens.

`python -m tests.browser.past ADDRESS HANDS` writes it into a new database.
"""

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from cardroom.cards import DECK
from cardroom.engine.events import (
    HandStarted,
    HandVoided,
    Post,
    Rake,
    decode_events,
    encode_events,
)
from cardroom.engine.hand import Hand
from cardroom.history.statistics import count
from cardroom.ledger import PlayerId, SettledHand, Statistic, TableId
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.suspense import suspend
from cardroom.ledger.tables import buy_in, cash_out, top_up
from cardroom.odds.ranking import strength
from cardroom.office.bookings import Booking
from cardroom.office.card_readings import SHOWN_AFTER_MS, CardReading, CardReadings
from cardroom.room.records import CashierOrder, NewAccount
from cardroom.rulebook import edition
from cardroom.rulebook.cash.stakes import Stake, StakeKey, stake_word
from cardroom.server.people.passwords import Passwords
from cardroom.store import Claim, Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.bookings import StoredBookings
from cardroom.store.house.casebook import StoredCases

ANA, BRAM, BOSS = "Ana", "Bram", "Boss"
PASSWORD = "three small fish"
NAMES = (ANA, BRAM, "Camille", "Daan", "Elise", "Finn")
OTHERS = ("Vera", "Wim", "Yara")
"""They have one hand and some money that must be set right; nobody else looks at them."""
INTERRUPTED = ("Otto", "Pia", "Quinn")
"""They have one hand, which was rolled back."""
WRONG_HAND = "hand%3A3%3A1%3A1"
"""The one hand of the others, as it stands in an address."""
SET_ASIDE = 2_500
READ_HAND, READ_WHY = "hand:1:1:29", "two players fold to each other"
"""The boss has looked at a hand of Ana's."""
LARGE = 900_000
CURRENCY = "XPM"
MONEY = 1_000_000
RULES = edition("en-2.7")
PAST_HANDS = 50
"""Hands at each stake."""
HAND_EVERY_MS = 45_000
PAST_HAND_WITH_SHOWDOWN = "hand%3A1%3A1%3A29"
"""Ana raises with a good hand, is called, and wins a showdown; as it stands in an address."""
STAKES = (StakeKey("nl-holdem", "ordinary", 5, 10), StakeKey("pl-omaha", "ordinary", 5, 10))


class PastTable(NamedTuple):
    """A table of the past, with the stacks that change from hand to hand."""

    stake: Stake
    claim: Claim
    stacks: dict[PlayerId, int]


async def write_past(address: str, hands: int = PAST_HANDS, seed: int = 7) -> None:
    """Make the accounts, deposit, play this many hands at each stake, and bring the stacks back."""
    chance = random.Random(seed)
    started_ms = time.time_ns() // 1_000_000 - 2 * hands * HAND_EVERY_MS - 3_600_000
    async with await Store.open(address) as store:
        players = await _people(store, (*NAMES, BOSS), started_ms)
        at_ms = started_ms
        for number, key in enumerate(STAKES, start=1):
            past = await _sit_down(store, TableId(number), key, players[:-1], at_ms)
            for hand in range(1, hands + 1):
                at_ms += HAND_EVERY_MS
                await _top_up(store, past, hand, at_ms)
                await store.settle(_played(past, hand, at_ms, chance))
            await _stand_up(store, past, at_ms)
        await _write_mistakes(store, at_ms)
        await _write_rolled_back(store, at_ms)
        # The past is a few hours old, and players learn of a look after a week.
        cases = StoredCases(store)
        reading = CardReading(
            at_ms=started_ms - SHOWN_AFTER_MS, deed="saw_hand", hand=READ_HAND, reason=READ_WHY
        )
        await CardReadings(cases, cases).record(players[-1], players[0], reading)


async def _write_rolled_back(store: Store, at_ms: int) -> None:
    """A hand that was rolled back on its way, and nothing else of its players."""
    players = await _people(store, INTERRUPTED, at_ms)
    past = await _sit_down(store, TableId(4), STAKES[0], players, at_ms)
    before = dict(past.stacks)
    played = _played(past, 1, at_ms, random.Random(1))
    events = (*decode_events(played.history)[:5], HandVoided("operator"))
    void = msgspec.structs.replace(
        played, deltas={}, stacks={}, rake=0, rake_cap=0, statistics=(),
        history=encode_events(events),
    )  # fmt: skip
    await store.void(void)
    await _stand_up(store, past._replace(stacks=before), at_ms)


async def _write_mistakes(store: Store, at_ms: int) -> None:
    """A hand that must not stand, and money of which nobody knows whose it is."""
    vera, wim, yara = await _people(store, OTHERS, at_ms)
    past = await _sit_down(store, TableId(3), STAKES[0], [vera, wim, yara], at_ms)
    await store.settle(_played(past, 1, at_ms, random.Random(1)))
    await _stand_up(store, past, at_ms)
    cash = player_cash(wim, CURRENCY)
    aside = suspend(
        wim, SET_ASIDE, cash, reference="dispute-7", after_days=90, at_ms=at_ms, operator=BOSS,
        note="whose pot was it?",
    )  # fmt: skip
    await store.transfer(aside)
    order = CashierOrder(
        kind="adjustment", player=wim, amount=LARGE, reference="jackpot-7", reason="a jackpot"
    )
    asked = Booking(order=order, asked_by=vera, asked_ms=at_ms, state="approved")
    await StoredBookings(store).ask(asked, 0, 0)


async def _stand_up(store: Store, past: PastTable, at_ms: int) -> None:
    """Everybody leaves with his stack."""
    table = TableId(past.claim.table)
    for player, stack in past.stacks.items():
        if stack:
            await store.transfer(
                cash_out(table, player, stack, CURRENCY, request="end", at_ms=at_ms)
            )


async def _people(store: Store, names: Sequence[str], at_ms: int) -> list[PlayerId]:
    passwords = Passwords(workers=1)
    kept = await passwords.hash(PASSWORD)
    passwords.close()
    accounts, players = StoredAccounts(store), []
    for name in names:
        new = NewAccount(
            name=name, name_key=name.lower(), kind="person", created_ms=at_ms, password_hash=kept,
            role="administrator" if name == BOSS else "player",
        )  # fmt: skip
        account = await accounts.add(new)
        assert account is not None
        if name == BOSS:
            # As `cardroom admin create-administrator` notes it.
            boss = account.player
            await StoredCases(store).record(boss, boss, "made_administrator", "the first", at_ms)
        money = deposit(account.player, MONEY, CURRENCY, reference=f"first-{name}", at_ms=at_ms)
        await store.transfer(money)
        players.append(account.player)
    return players


async def _sit_down(
    store: Store, table: TableId, key: StakeKey, players: list[PlayerId], at_ms: int
) -> PastTable:
    assert RULES.cash is not None
    stake = RULES.cash.stake(key)
    assert stake is not None
    for player in players:
        stack = stake.max_buy_in
        await store.transfer(buy_in(table, player, stack, CURRENCY, request="1", at_ms=at_ms))
    claim = await store.claim(table, "the past")
    return PastTable(stake, claim, dict.fromkeys(players, stake.max_buy_in))


async def _top_up(store: Store, past: PastTable, hand: int, at_ms: int) -> None:
    """Who has lost most of the stack fills it up again."""
    full = past.stake.max_buy_in
    for player, stack in past.stacks.items():
        if stack < full // 3:
            table, by = TableId(past.claim.table), full - stack
            money = top_up(table, player, by, CURRENCY, request=f"more-{hand}", at_ms=at_ms)
            await store.transfer(money)
            past.stacks[player] = full


def _played(past: PastTable, number: int, at_ms: int, chance: random.Random) -> SettledHand:
    """Everybody is dealt in."""
    stake, stacks = past.stake, past.stacks
    seats = dict(enumerate(stacks, start=1))
    hand = _hand(stake, {seat: stacks[player] for seat, player in seats.items()}, number, chance)
    after = {player: hand.stacks[seat] for seat, player in seats.items()}
    deltas = {player: after[player] - stacks[player] for player in after}
    stacks.update(after)
    counted = count(hand.events, seats, deltas, at_ms=at_ms)
    return SettledHand(
        table=past.claim.table, epoch=past.claim.epoch, number=number, edition=RULES.name,
        currency=CURRENCY, at_ms=at_ms, deltas=deltas, rake=hand.rake, rake_cap=stake.rake_cap,
        stacks=after, history=encode_events(hand.events), seats=seats, stake=stake_word(stake.key),
        statistics=tuple(
            Statistic(player, name, add)
            for player, counters in counted.items()
            for name, add in counters.items()
        ),
    )  # fmt: skip


def _hand(stake: Stake, stacks: dict[int, int], number: int, chance: random.Random) -> Hand:
    order = sorted(stacks)
    at = number % len(order)
    button, small, big = (order[(at + step) % len(order)] for step in range(3))
    started = HandStarted(
        game=stake.game,
        button=button,
        seats=tuple(order),
        stacks=tuple(stacks[seat] for seat in order),
        big_blind=stake.big_blind,
        posts=(
            Post(small, "small_blind", stake.small_blind),
            Post(big, "big_blind", stake.big_blind),
        ),
        rake=Rake(permille=stake.rake_permille, cap=stake.rake_cap),
    )
    deck = list(DECK)
    chance.shuffle(deck)
    hand = Hand(RULES.hand, started, deck)
    while not hand.is_over:
        _decide(hand, chance)
    return hand


def _decide(hand: Hand, chance: random.Random) -> None:
    """Good hands bet, middling ones call, bad ones fold: enough for a story."""
    if hand.waits_for == "showdown":
        assert hand.actor is not None
        hand.show(hand.actor)
        return
    options = hand.options
    assert options is not None
    seat, mood = options.seat, _promise(hand, options.seat) + chance.random() * 0.3 - 0.15
    pot = hand.chips_in
    if options.raise_from and mood > 0.66 and chance.random() < 0.6 and options.call < pot // 2:
        wanted = options.raise_from + int(pot * chance.choice([0.1, 0.3, 0.5]))
        hand.raise_to(seat, min(options.raise_to, wanted))
    elif options.check:
        hand.check(seat)
    elif mood > 0.42 + 0.6 * options.call / (pot + options.call):
        hand.call(seat)
    else:
        hand.fold(seat)


def _promise(hand: Hand, seat: int) -> float:
    hole = hand.hole(seat)[:2]
    if len(hand.board) >= 3:
        return 0.3 + 0.7 * strength((*hole, *hand.board)) / 7462
    ranks = sorted((card // 4 for card in hole), reverse=True)
    return min(1.0, 0.1 + 0.028 * sum(ranks) + 0.35 * (ranks[0] == ranks[1]))


if __name__ == "__main__":
    asyncio.run(write_past(sys.argv[1], int(sys.argv[2])))
