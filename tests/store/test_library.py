"""Hands, statistics and money out of the store, as their owners read them, on both databases."""

import threading
from collections.abc import Sequence
from typing import ClassVar

import msgspec
import pytest

from cardroom.cards import UNKNOWN, parse_cards
from cardroom.engine.events import HoleDealt, encode_events
from cardroom.errors import ActionRefused
from cardroom.history.statistics import count
from cardroom.ledger import CaseId, PlayerId, SettledHand, Statistic, TableId
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import deposit, request_withdrawal
from cardroom.ledger.cases import place_hold
from cardroom.ledger.tables import buy_in
from cardroom.room.hand_pages import HandExport, HandFilter, HandPage, Replay, StoredHand
from cardroom.room.records import NewAccount
from cardroom.rulebook import edition
from cardroom.store import Claim, Store
from cardroom.store.hands.library import LOOKED_AT_LEAST, StoredLibrary
from cardroom.store.hands.scorebook import StoredScorebook
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.holdings import StoredHoldings
from tests.engine.script import Script, deal
from tests.rule import rule

ANA, BEN, CAT = PlayerId(1), PlayerId(2), PlayerId(3)
TABLE = TableId(7)
STACK = 100_000
NAMES = {"Ana": ANA, "Ben": BEN, "Cat": CAT}
HOLE = {"Ana": "Ah Ad", "Ben": "Kh Kd", "Cat": "7c 2d"}
WORD = "a-word-that-nobody-guesses"
SHOWDOWN = (
    "Cat folds, Ana raises 40, Ben calls, Ana bets 50, Ben calls, Ana checks, Ben checks,"
    " Ana checks, Ben checks"
)
QUIET = "Cat raises 30, Ana folds, Ben folds"


class Table:
    """A table whose hands are played by a script and settled as the room does it."""

    def __init__(self, store: Store, claim: Claim) -> None:
        self.store = store
        self.claim = claim
        self.stacks = dict.fromkeys(NAMES.values(), STACK)
        self.number = 0

    async def settle(
        self, text: str, at_ms: int, stake: str = "nl-holdem:ordinary:5:10"
    ) -> SettledHand:
        script = deal(
            {name: self.stacks[player] for name, player in NAMES.items()},
            hole=HOLE, board="As 9c 4d 2s 2h", small=("Ana", 5), big=("Ben", 10),
        ).play(text)  # fmt: skip
        hand = msgspec.structs.replace(self.settled(script, at_ms), stake=stake)
        await self.store.settle(hand)
        return hand

    def settled(self, script: Script, at_ms: int) -> SettledHand:
        self.number += 1
        hand = script.hand
        seats = {script.seat(name): player for name, player in NAMES.items()}
        after = {player: hand.stacks[seat] for seat, player in seats.items()}
        deltas = {player: after[player] - self.stacks[player] for player in after}
        self.stacks = after
        counted = count(hand.events, seats, deltas, at_ms=at_ms)
        return SettledHand(
            table=TABLE, epoch=self.claim.epoch, number=self.number, edition="en-2.7",
            currency="EUR", at_ms=at_ms, deltas=deltas, rake=0, rake_cap=0, stacks=after,
            history=encode_events(hand.events), seats=seats, stake="nl-holdem:ordinary:5:10",
            statistics=tuple(
                Statistic(player, name, add)
                for player, counters in counted.items()
                for name, add in counters.items()
            ),
        )  # fmt: skip


@pytest.fixture
async def table(store: Store) -> Table:
    accounts = StoredAccounts(store)
    for name, player in NAMES.items():
        new = NewAccount(name=name, name_key=name.lower(), kind="person", created_ms=1)
        added = await accounts.add(new)
        assert added is not None
        assert added.player == player
        await store.transfer(deposit(player, 2 * STACK, "EUR", reference=name, at_ms=1))
        await store.transfer(buy_in(TABLE, player, STACK, "EUR", request="1", at_ms=2))
    return Table(store, await store.claim(TABLE, "us"))


@pytest.fixture
def library(store: Store) -> StoredLibrary:
    return StoredLibrary(store, StoredAccounts(store), edition("en-2.7"))


def holes(replay: Replay | None) -> dict[int, tuple[int, ...]]:
    assert replay is not None
    dealt = next(event for event in replay.events if isinstance(event, HoleDealt))
    return dict(zip(dealt.seats, dealt.hole, strict=True))


@rule("BANZ-01")
async def test_a_list_of_hands_says_which_were_banzai(table: Table, library: StoredLibrary) -> None:
    await table.settle(QUIET, at_ms=10)
    await table.settle(QUIET, at_ms=20, stake="nl-holdem:banzai:5:10")
    page = await library.hands(ANA, HandFilter())
    assert [hand.format for hand in page.hands] == ["banzai", "ordinary"]


async def test_a_list_of_hands_says_what_was_held_and_won(
    table: Table, library: StoredLibrary
) -> None:
    await table.settle(SHOWDOWN, at_ms=10)
    await table.settle(QUIET, at_ms=20)
    page = await library.hands(ANA, HandFilter())
    quiet, shown = page.hands
    assert page.next == 0
    assert (quiet.won, quiet.showdown, quiet.board) == (-5, False, ())
    assert (shown.won, shown.showdown, shown.pot) == (90, True, 180)
    assert (shown.hole, len(shown.board)) == (parse_cards("Ah Ad"), 5)
    assert (shown.small_blind, shown.big_blind, shown.position) == (5, 10, "small_blind")


@pytest.mark.parametrize(
    ("wanted", "times"),
    [
        (HandFilter(), [40, 30, 20, 10]),
        (HandFilter(result="won"), [30, 10]),
        (HandFilter(result="lost"), [40, 20]),
        (HandFilter(result="showdown"), [30, 10]),
        (HandFilter(since_ms=20, until_ms=40), [30, 20]),
        (HandFilter(game="pl-omaha"), []),
        (HandFilter(game="nl-holdem", big_blind=10), [40, 30, 20, 10]),
        (HandFilter(big_blind=20), []),
    ],
)
async def test_a_list_of_hands_is_narrowed_by_time_stake_and_result(
    table: Table, library: StoredLibrary, wanted: HandFilter, times: list[int]
) -> None:
    for at_ms, text in ((10, SHOWDOWN), (20, QUIET), (30, SHOWDOWN), (40, QUIET)):
        await table.settle(text, at_ms)
    assert [one.at_ms for one in (await library.hands(ANA, wanted)).hands] == times


async def test_pages_of_a_narrowed_list_go_on_where_the_last_ended(
    table: Table, library: StoredLibrary
) -> None:
    for at_ms in range(6):
        await table.settle(SHOWDOWN if at_ms % 2 else QUIET, at_ms)
    first = await library.hands(ANA, HandFilter(result="won", limit=2))
    rest = await library.hands(ANA, HandFilter(result="won", limit=2, before=first.next))
    assert [[one.at_ms for one in page.hands] for page in (first, rest)] == [[5, 3], [1]]


class Watched(StoredLibrary):
    """Notes in which thread its pages are made, and of how many hands."""

    pages: ClassVar[list[tuple[int, int]]] = []

    def _page(
        self,
        player: PlayerId,
        wanted: HandFilter,
        read: Sequence[tuple[int, StoredHand]],
        *,
        is_all: bool,
    ) -> HandPage:
        self.pages.append((threading.get_ident(), len(read)))
        return super()._page(player, wanted, read, is_all=is_all)


async def test_a_page_looks_at_so_many_hands_beside_the_room_whatever_is_wanted(
    table: Table, store: Store
) -> None:
    for at_ms in range(LOOKED_AT_LEAST + 20):
        await table.settle(QUIET if at_ms else SHOWDOWN, at_ms)
    library = Watched(store, StoredAccounts(store), edition("en-2.7"))
    library.pages.clear()
    first = await library.hands(ANA, HandFilter(result="won", limit=5))
    assert (first.hands, first.next > 0) == ([], True)
    rest = await library.hands(ANA, HandFilter(result="won", limit=5, before=first.next))
    assert ([one.at_ms for one in rest.hands], rest.next) == ([0], 0)
    assert [count for _, count in library.pages] == [LOOKED_AT_LEAST, 20]
    assert threading.get_ident() not in {thread for thread, _ in library.pages}


@rule("FAIR-03")
async def test_a_replay_shows_own_and_shown_cards_and_nothing_else(
    table: Table, library: StoredLibrary
) -> None:
    hand = await table.settle(QUIET, at_ms=10)
    own = await library.replay(BEN, hand.key)
    assert own is not None
    assert own.hero is not None
    hidden = (UNKNOWN, UNKNOWN)
    assert holes(own) == {
        seat: parse_cards("Kh Kd") if seat == own.hero else hidden for seat in hand.seats
    }
    assert (own.seats_max, own.small_blind, own.big_blind) == (6, 5, 10)
    assert {one.name for one in own.seats} == set(NAMES)
    assert await library.replay(PlayerId(99), hand.key) is None
    assert await library.replay(BEN, "hand:7:1:99") is None
    audited = await library.audited(hand.key)
    assert audited is not None
    assert hidden not in holes(audited[0]).values()
    assert audited[1] == [ANA, BEN, CAT]


async def test_a_replay_says_what_every_known_hand_made_on_every_street(
    table: Table, library: StoredLibrary
) -> None:
    hand = await table.settle(SHOWDOWN, at_ms=10)
    own = await library.replay(CAT, hand.key)
    assert own is not None
    seat = {one.name: one.seat for one in own.seats}
    made = {(one.seat, one.street): one.category for one in own.made}
    assert made[seat["Ana"], "flop"] == "three_of_a_kind"
    assert made[seat["Ana"], "river"] == "full_house"
    assert made[seat["Ben"], "river"] == "two_pair"
    assert made[seat["Cat"], "turn"] == "pair"


async def test_a_shared_hand_is_seen_as_the_rail_saw_it_under_one_word_for_ever(
    table: Table, library: StoredLibrary
) -> None:
    hand = await table.settle(QUIET, at_ms=10)
    assert await library.share(ANA, hand.key, WORD, 20) == WORD
    assert await library.share(ANA, hand.key, f"{WORD}-again", 30) == WORD
    assert await library.share(PlayerId(99), hand.key, f"{WORD}-other", 30) is None
    shown = await library.shared(WORD)
    assert shown is not None
    assert shown.hero is None
    assert set(holes(shown).values()) == {(UNKNOWN, UNKNOWN)}
    assert await library.shared(f"{WORD}-again") is None


@rule("AMB-69")
async def test_a_void_hand_is_listed_and_watched_by_its_players_and_shown_to_nobody_else(
    table: Table, library: StoredLibrary
) -> None:
    script = deal(list(NAMES), hole=HOLE, small=("Ana", 5), big=("Ben", 10)).play(QUIET)
    hand = table.settled(script, at_ms=10)
    await table.store.void(hand)
    (listed,) = (await library.hands(ANA, HandFilter())).hands
    assert (listed.number, listed.is_void, listed.won, listed.pot) == (hand.number, True, 0, 0)
    replay = await library.replay(ANA, hand.key)
    assert replay is not None
    assert replay.is_void
    known = {seat for seat, cards in holes(replay).items() if UNKNOWN not in cards}
    assert known == {replay.hero}
    stranger = PlayerId(999)
    assert (await library.hands(stranger, HandFilter())).hands == []
    assert await library.replay(stranger, hand.key) is None
    assert await library.share(ANA, hand.key, WORD, 20) is None
    with pytest.raises(ActionRefused, match="void"):
        await library.hand(ANA, hand.key, "text")
    audited = await library.audited(hand.key)
    assert audited is not None
    assert audited[0].is_void
    assert [one.is_void for one in await library.hands_of_table(TABLE, 9)] == [True]


async def test_the_text_of_a_hand_names_the_tables_size_and_the_stake(
    table: Table, library: StoredLibrary
) -> None:
    hand = await table.settle(QUIET, at_ms=10)
    document = await library.hand(ANA, hand.key, "text")
    assert document is not None
    assert b"6-max" in document.body
    assert "(€0.05/€0.10 EUR)" in document.body.decode()


async def test_own_hands_of_a_table_are_one_file_with_numbers_of_at_most_12_digits(
    table: Table, library: StoredLibrary
) -> None:
    first = await table.settle(SHOWDOWN, 1_000)
    await table.settle(QUIET, 2_000)
    own = await library.export(ANA, HandExport(table=TABLE), "ohh")
    # Several objects with empty lines between them are lines of JSON, and no JSON document.
    assert (own.name, own.media_type) == ("hands-table-7.ohh", "application/x-ndjson")
    hands = [msgspec.json.decode(line)["ohh"] for line in own.body.split(b"\n\n") if line.strip()]
    assert len({hand["game_number"] for hand in hands}) == 2
    assert all(len(hand["game_number"]) <= 12 for hand in hands)
    assert [int(hand["game_number"]) for hand in hands] == sorted(
        int(hand["game_number"]) for hand in hands
    )
    assert hands[0]["_key"] == first.key
    assert (await library.export(ANA, HandExport(table=8), "ohh")).body == b""
    later = await library.export(ANA, HandExport(table=TABLE, since_ms=1_500), "text")
    assert later.body.count(b"PokerStars Hand #") == 1


async def test_statistics_of_a_lifetime_and_of_a_shorter_time(table: Table, store: Store) -> None:
    for at_ms, text in ((10, SHOWDOWN), (20, QUIET), (30, SHOWDOWN)):
        await table.settle(text, at_ms)
    book = StoredScorebook(store)
    ever, lately = await book.statistics(ANA, 0), await book.statistics(ANA, 20)
    assert (ever.hands, ever.cents) == (3, 175)
    assert (lately.hands, lately.cents, lately.is_cut) == (2, 85, False)
    assert (ever.shares["vpip"].times, ever.shares["vpip"].chances) == (2, 3)
    assert [(one.name, one.hands, one.cents) for one in ever.positions] == [("small_blind", 3, 175)]
    assert [(one.name, one.hands) for one in ever.stakes] == [("nl-holdem-10", 3)]
    assert [(one.hand, one.cents, one.showdown_cents) for one in ever.curve] == [
        (1, 90, 90),
        (2, 85, 90),
        (3, 175, 180),
    ]
    assert [one.cents for one in lately.curve] == [-5, 85]
    nobody = await book.statistics(PlayerId(99), 0)
    assert (nobody.hands, nobody.curve) == (0, [])


async def test_everything_that_is_a_players_own_is_found(table: Table, store: Store) -> None:
    held = place_hold(CaseId(5), ANA, 700, player_cash(ANA, "EUR"), number=1, at_ms=3)
    await store.transfer(request_withdrawal(ANA, 300, "EUR", reference="w", at_ms=4))
    await store.transfer(held)
    found = await StoredHoldings(store, "EUR").holdings(ANA)
    assert {(one.kind, one.place, one.amount) for one in found} == {
        ("withdrawal", 0, 300),
        ("held", 5, 700),
    }


async def test_a_statement_names_the_table_and_the_balance_after_each_transfer(
    table: Table, store: Store
) -> None:
    lines = await StoredHoldings(store, "EUR").statement(ANA, before=2**53, limit=9)
    assert [(one.reason, one.amount, one.balance, one.table) for one in lines] == [
        ("bought_in", -STACK, STACK, 7),
        ("deposited", 2 * STACK, 2 * STACK, 0),
    ]


async def test_names_are_found_by_their_beginning(table: Table, store: Store) -> None:
    accounts = StoredAccounts(store)
    assert [one.name for one in await accounts.search("a", 9)] == ["Ana"]
    assert [one.name for one in await accounts.search("", 2)] == ["Ana", "Ben"]
    assert await accounts.search("x", 9) == []
