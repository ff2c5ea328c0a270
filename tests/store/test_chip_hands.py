"""Hands for chips in the library: listed, watched again and exported with their tournament."""

import json
import re

import pytest

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.hands import ChipHand
from cardroom.room.hand_pages import HandExport, HandFilter
from cardroom.room.records import HandForm, NewAccount
from cardroom.rulebook import edition
from cardroom.store import Store
from cardroom.store.hands import library as libraries
from cardroom.store.hands.library import StoredLibrary
from cardroom.store.hands.scorebook import StoredScorebook
from cardroom.store.house.accounts import StoredAccounts
from tests.rule import rule
from tests.store.furnished_house import write_tournament
from tests.store.played_tournaments import played

HERO = PlayerId(1)
BOUNTY = played("progressive", players=3, seed=2)
HANDS = [step.hand for step in BOUNTY.steps() if step.hand and HERO in step.hand.deltas]


@pytest.fixture
async def library(store: Store) -> StoredLibrary:
    accounts = StoredAccounts(store)
    for name in ("Ana", "Ben", "Cat"):
        new = NewAccount(name=name, name_key=name.lower(), kind="person", created_ms=1)
        await accounts.add(new)
    await write_tournament(store, BOUNTY)
    return StoredLibrary(store, accounts, edition("en-2.7"))


@rule("TRN-26", "TYP-09")
async def test_a_hand_for_chips_is_listed_and_watched_again(
    store: Store, library: StoredLibrary
) -> None:
    page = await library.hands(HERO, HandFilter(limit=1000))
    assert len(page.hands) == len(HANDS)
    last, listed = HANDS[-1], page.hands[0]
    assert listed.won == last.deltas[HERO]
    tournament = listed.tournament
    assert tournament is not None
    assert (tournament.id, tournament.name) == (1, "Progressive bounty")
    assert tournament.level > 1
    assert listed.big_blind > listed.small_blind > 0
    assert sum(tournament.bounties.values()) > 0
    replay = await library.replay(HERO, listed.key)
    assert replay is not None
    assert replay.currency is None
    assert replay.tournament == tournament
    # Chips are no money: nothing is counted.
    assert (await StoredScorebook(store).statistics(HERO, 0)).hands == 0
    assert (await StoredScorebook(store).statistics(HERO, 1)).hands == 0


async def test_hands_are_listed_by_tournament_and_by_what_they_are_played_for(
    library: StoredLibrary,
) -> None:
    async def count(**wanted: object) -> int:
        filtered = HandFilter(limit=1000, **wanted)  # type: ignore[arg-type]
        return len((await library.hands(HERO, filtered)).hands)

    assert await count(tournament=1) == await count(plays_for="chips") == len(HANDS)
    assert await count(tournament=2) == await count(plays_for="money") == 0


@rule("TRN-26", "TYP-09")
async def test_the_three_formats_have_tournament_level_ante_and_bounty(
    library: StoredLibrary,
) -> None:
    hand = HANDS[-1]
    chips = hand.chips
    assert isinstance(chips, ChipHand)

    async def file(form: HandForm) -> str:
        found = await library.hand(HERO, hand.key, form)
        assert found is not None
        return found.body.decode()

    text = await file("text")
    first = text.splitlines()[0]
    assert re.search(
        r"Tournament #1, €[\d.]+\+€[\d.]+\+€[\d.]+ EUR Hold'em No Limit - Level [IVX]+ \(\d+/\d+\)",
        first,
    ), first
    assert text.splitlines()[1].startswith("Table '1 ")
    assert re.search(r"Seat \d: Ana \(\d+ in chips, €[\d.]+ bounty\)", text)
    ohh = json.loads(await file("ohh"))["ohh"]
    assert ohh["tournament"] is True
    assert ohh["tournament_info"]["tournament_number"] == "1"
    assert ohh["tournament_info"]["flags"] == ["Bounty"]
    assert ohh["tournament_info"]["bounty_fee_amount"] > 0
    assert ohh["ante_amount"] == chips.ante
    assert any(player.get("player_bounty", 0) > 0 for player in ohh["players"])
    phh = await file("phh")
    assert f"level = {chips.level}\n" in phh
    assert 'event = "Progressive bounty"\n' in phh
    assert "_tournament = 1\n" in phh


async def test_all_own_hands_of_a_tournament_a_table_or_a_period_are_one_file(
    library: StoredLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = await library.export(HERO, HandExport(tournament=1), "text")
    assert whole.name == "tournament-1.txt"
    numbers = re.findall(r"^PokerStars Hand #(\d+)", whole.body.decode(), re.MULTILINE)
    assert len(numbers) == len(HANDS)
    monkeypatch.setattr(libraries, "READ_AT_ONCE", 7)
    assert (await library.export(HERO, HandExport(tournament=1), "text")).body == whole.body
    middle = HANDS[len(HANDS) // 2].at_ms
    halves = [HandExport(until_ms=middle), HandExport(since_ms=middle)]
    parts = [(await library.export(HERO, half, "text")).body for half in halves]
    assert b"".join(parts) == whole.body
    other = await library.export(HERO, HandExport(tournament=2), "ohh")
    assert (other.body, other.name) == (b"", "tournament-2.ohh")
    table = HANDS[0].table
    at_table = await library.export(HERO, HandExport(table=table), "text")
    assert (at_table.body, at_table.name) == (whole.body, f"hands-table-{table}.txt")
    assert (await library.export(HERO, HandExport(table=table + 1), "text")).body == b""
    phhs = await library.export(HERO, HandExport(), "phh")
    assert phhs.body.decode().count("variant = ") == len(HANDS)
    events = await library.export(HERO, HandExport(), "events")
    assert len(events.body.splitlines()) == len(HANDS)
    monkeypatch.setattr(libraries, "EXPORTED_MAX", len(HANDS) - 1)
    with pytest.raises(AccessRefused) as refused:
        await library.export(HERO, HandExport(), "text")
    assert refused.value.reason == "too_many_hands"


async def test_a_player_who_was_not_dealt_in_exports_nothing(library: StoredLibrary) -> None:
    found = await library.export(PlayerId(77), HandExport(tournament=1), "text")
    assert found.body == b""
