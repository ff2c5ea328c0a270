"""What the lobby remembers of players: tables of the day, and through a restart."""

import msgspec

from cardroom.cash.rejoin_history import PlayerRecord, RejoinHistory, StoredBank
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash import Stake, StakeKey
from tests.cash.lobbies import BANZAI_NL5, DAY_S, NL10, NOON_S
from tests.rule import rule
from tests.rulebook.cash_editions import cash

HERO = PlayerId(7)
TABLE, OTHER = TableId(1), TableId(2)
NOON_MS = NOON_S * 1000
MIDNIGHT_MS = (NOON_S + DAY_S // 2) * 1000
RULES = cash("en-2.7")


def stake(key: StakeKey) -> Stake:
    return next(stake for stake in RULES.stakes if stake.key == key)


@rule("CASH-04", "AMB-39")
def test_a_table_is_known_on_the_utc_day_on_which_the_player_sat_there() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.sit_down(HERO, TABLE, stake(NL10), NOON_MS, reset=False)
    assert rejoin_history.sat_at_today(HERO, TABLE, MIDNIGHT_MS - 1)
    assert not rejoin_history.sat_at_today(HERO, TABLE, MIDNIGHT_MS)
    assert not rejoin_history.sat_at_today(HERO, OTHER, NOON_MS)
    assert not rejoin_history.sat_at_today(PlayerId(8), TABLE, NOON_MS)


@rule("CASH-04", "AMB-39")
def test_who_sat_on_past_midnight_and_left_then_has_sat_there_on_the_new_day() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.sit_down(HERO, TABLE, stake(NL10), MIDNIGHT_MS - 1, reset=False)
    rejoin_history.leave(HERO, TABLE, stake(NL10), 900, MIDNIGHT_MS + 1)
    assert rejoin_history.sat_at_today(HERO, TABLE, MIDNIGHT_MS + 2)


@rule("RAT-05", "BANZ-10", "AMB-65")
def test_banzai_feeds_the_ratholing_counter_of_all_formats_and_does_not_read_it() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.leave(HERO, TABLE, stake(BANZAI_NL5), 100 * 50, NOON_MS)
    rejoin_history.sit_down(HERO, TABLE, stake(BANZAI_NL5), NOON_MS, reset=False)
    assert rejoin_history.ratholing.counter(HERO, NOON_MS) == 1
    rejoin_history.leave(HERO, TABLE, stake(BANZAI_NL5), 480, NOON_MS)
    offer = rejoin_history.offer(HERO, TABLE, stake(BANZAI_NL5), NOON_MS)
    assert (offer.least, offer.most) == (500, 500)


@rule("RAT-05", "BANZ-10")
def test_ordinary_tables_do_not_feed_the_carry_over() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.leave(HERO, TABLE, stake(NL10), 5000, NOON_MS)
    offer = rejoin_history.offer(HERO, TABLE, stake(BANZAI_NL5), NOON_MS)
    assert offer.most == 500


@rule("RAT-02")
def test_a_new_table_asks_for_the_ordinary_buy_in() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.leave(HERO, TABLE, stake(NL10), 5000, NOON_MS)
    offer = rejoin_history.offer(HERO, None, stake(NL10), NOON_MS)
    assert (offer.least, offer.most) == (500, 1000)


@rule("RAT-02", "RAT-03", "BANZ-06")
def test_what_is_remembered_outlives_a_restart_as_plain_data() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.leave(HERO, TABLE, stake(NL10), 1240, NOON_MS)
    rejoin_history.sit_down(HERO, TABLE, stake(NL10), NOON_MS, reset=False)
    rejoin_history.leave(HERO, TABLE, stake(NL10), 1300, NOON_MS + 1)
    rejoin_history.leave(HERO, OTHER, stake(BANZAI_NL5), 700, NOON_MS + 2)
    banks = (StoredBank(TABLE, 11_000, 3, NOON_MS + 1),)
    record = rejoin_history.record(HERO, NOON_MS + 2, banks)
    stored = msgspec.json.decode(msgspec.json.encode(record), type=PlayerRecord)
    again = RejoinHistory(RULES)
    again.restore(stored)
    assert again.record(HERO, NOON_MS + 2, banks) == record == stored
    assert again.ratholing.counter(HERO, NOON_MS) == 1
    assert again.offer(HERO, TABLE, stake(NL10), NOON_MS).most == 1300
    assert again.offer(HERO, TABLE, stake(BANZAI_NL5), NOON_MS).most == 700
    assert again.sat_at_today(HERO, OTHER, NOON_MS)
    assert again.tables(HERO) == {TABLE, OTHER}


def test_what_no_longer_matters_is_forgotten() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.leave(HERO, TABLE, stake(NL10), 1240, NOON_MS)
    rejoin_history.leave(HERO, OTHER, stake(BANZAI_NL5), 700, NOON_MS)
    rejoin_history.forget(MIDNIGHT_MS)
    stored = rejoin_history.record(HERO, MIDNIGHT_MS)
    assert (stored.departures, stored.obligations, stored.sat_at) == ((), (), ())


@rule("RAT-03", "BANZ-07", "CASH-04")
def test_what_was_counted_on_an_older_day_is_over_after_a_restart() -> None:
    rejoin_history = RejoinHistory(RULES)
    rejoin_history.leave(HERO, TABLE, stake(NL10), 1240, NOON_MS)
    rejoin_history.sit_down(HERO, TABLE, stake(NL10), NOON_MS, reset=False)
    yesterday = rejoin_history.record(HERO, NOON_MS)
    again = RejoinHistory(RULES)
    again.sit_down(PlayerId(8), TABLE, stake(NL10), NOON_MS + DAY_S * 1000, reset=False)
    again.restore(yesterday)
    assert again.ratholing.counter(HERO, NOON_MS + DAY_S * 1000) == 0
    assert not again.sat_at_today(HERO, TABLE, NOON_MS + DAY_S * 1000)
    assert again.sat_at_today(PlayerId(8), TABLE, NOON_MS + DAY_S * 1000)
    again.restore(PlayerRecord(player=HERO, until_ms=0))
    assert again.offer(HERO, TABLE, stake(NL10), NOON_MS).rule == "CASH-16"


@rule("RAT-02", "BANZ-06", "AMB-60")
def test_a_record_is_kept_for_as_long_as_anything_in_it_has_an_effect() -> None:
    rejoin_history = RejoinHistory(RULES)
    assert rejoin_history.record(HERO, NOON_MS).until_ms == NOON_MS + DAY_S * 1000
    windows_s = (RULES.rejoining.window_s, RULES.banzai.carry_over_s)
    assert max(windows_s) < DAY_S > RULES.clock.bank_kept_after_leaving_s
