"""What the lobby remembers of players: tables of the day, and through a restart."""

import msgspec

from cardroom.cash.memory import Memory, StoredMemory
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash import Stake, StakeKey
from tests.cash.lobbies import BANZAI_NL5, DAY_S, NL10, NOON_S
from tests.rule import rule
from tests.rulebook.cash_editions import cash

HERO = PlayerId(7)
FELT, OTHER = TableId(1), TableId(2)
NOON_MS = NOON_S * 1000
MIDNIGHT_MS = (NOON_S + DAY_S // 2) * 1000
RULES = cash("en-2.7")


def stake(key: StakeKey) -> Stake:
    return next(stake for stake in RULES.stakes if stake.key == key)


@rule("CASH-04", "AMB-39")
def test_a_table_is_known_on_the_utc_day_on_which_the_player_sat_there() -> None:
    memory = Memory(RULES)
    memory.sit_down(HERO, FELT, stake(NL10), NOON_MS, reset=False)
    assert memory.sat_at_today(HERO, FELT, MIDNIGHT_MS - 1)
    assert not memory.sat_at_today(HERO, FELT, MIDNIGHT_MS)
    assert not memory.sat_at_today(HERO, OTHER, NOON_MS)
    assert not memory.sat_at_today(PlayerId(8), FELT, NOON_MS)


@rule("CASH-04", "AMB-39")
def test_who_sat_on_past_midnight_and_left_then_has_sat_there_on_the_new_day() -> None:
    memory = Memory(RULES)
    memory.sit_down(HERO, FELT, stake(NL10), MIDNIGHT_MS - 1, reset=False)
    memory.leave(HERO, FELT, stake(NL10), 900, MIDNIGHT_MS + 1)
    assert memory.sat_at_today(HERO, FELT, MIDNIGHT_MS + 2)


@rule("RAT-05", "BANZ-10", "AMB-65")
def test_banzai_neither_reads_nor_feeds_the_ratholing_counter() -> None:
    memory = Memory(RULES)
    memory.leave(HERO, FELT, stake(BANZAI_NL5), 100 * 50, NOON_MS)
    memory.sit_down(HERO, FELT, stake(BANZAI_NL5), NOON_MS, reset=False)
    assert memory.ratholing.counter(HERO, NOON_MS) == 0
    memory.leave(HERO, FELT, stake(BANZAI_NL5), 480, NOON_MS)
    offer = memory.offer(HERO, FELT, stake(BANZAI_NL5), NOON_MS)
    assert (offer.least, offer.most) == (500, 500)


@rule("RAT-05", "BANZ-10")
def test_ordinary_tables_do_not_feed_the_carry_over() -> None:
    memory = Memory(RULES)
    memory.leave(HERO, FELT, stake(NL10), 5000, NOON_MS)
    offer = memory.offer(HERO, FELT, stake(BANZAI_NL5), NOON_MS)
    assert offer.most == 500


@rule("RAT-02")
def test_a_new_table_asks_for_the_ordinary_buy_in() -> None:
    memory = Memory(RULES)
    memory.leave(HERO, FELT, stake(NL10), 5000, NOON_MS)
    offer = memory.offer(HERO, None, stake(NL10), NOON_MS)
    assert (offer.least, offer.most) == (500, 1000)


@rule("RAT-02", "RAT-03", "BANZ-06")
def test_what_is_remembered_outlives_a_restart_as_plain_data() -> None:
    memory = Memory(RULES)
    memory.leave(HERO, FELT, stake(NL10), 1240, NOON_MS)
    memory.sit_down(HERO, FELT, stake(NL10), NOON_MS, reset=False)
    memory.leave(HERO, FELT, stake(NL10), 1300, NOON_MS + 1)
    memory.leave(HERO, OTHER, stake(BANZAI_NL5), 700, NOON_MS + 2)
    stored = msgspec.json.decode(msgspec.json.encode(memory.snapshot()), type=StoredMemory)
    again = Memory(RULES)
    again.restore(stored)
    assert again.snapshot() == memory.snapshot() == stored
    assert again.ratholing.counter(HERO, NOON_MS) == 1
    assert again.offer(HERO, FELT, stake(NL10), NOON_MS).most == 1300
    assert again.offer(HERO, FELT, stake(BANZAI_NL5), NOON_MS).most == 700
    assert again.sat_at_today(HERO, OTHER, NOON_MS)
    assert again.tables(HERO) == {FELT, OTHER}


def test_what_no_longer_matters_is_forgotten() -> None:
    memory = Memory(RULES)
    memory.leave(HERO, FELT, stake(NL10), 1240, NOON_MS)
    memory.leave(HERO, OTHER, stake(BANZAI_NL5), 700, NOON_MS)
    memory.forget(MIDNIGHT_MS)
    stored = memory.snapshot()
    assert (stored.ratholing.departures, stored.banzai.obligations, stored.sat_at) == ((), (), {})
