"""Every single number of the tournament part, compared with the sentence it was read from."""

import re

import pytest

from cardroom.rulebook import edition, rule_fields
from cardroom.rulebook.texts import rule_texts
from cardroom.rulebook.tournament import TournamentRules
from tests.rulebook.tournament_editions import ONLINE, tournament

WORDS = {"one": 1, "once": 1, "half": 50, "halved": 50, "singly": 1, "no": 0, "unlimited": 0}
"""What a word means where the catalogue writes none: counts, or percent for halves."""

NUMBERS = {
    "[TRN-09] late_levels": ("TRN-09", r"Example: (\d+) levels", 1),
    "[TRN-11] max_entries": ("TRN-11", r"(One) participation", 1),
    "[TRN-12] unregistration_closes_s": ("TAMB-46", r"closes (\d+) min before start", 60),
    "[TRN-15] minimum_entries": ("TAMB-65", r"Default (\d+)", 1),
    "[TAMB-100] late_start_max_s": ("TAMB-100", r"at most (\d+) min late", 60),
    "[TAMB-100] late_start_notice_s": ("TAMB-100", r"starts (\d+) min after", 60),
    "[PRZ-04] mtt_percent": ("TAMB-44", r"MTT (\d+) %", 1),
    "[PRZ-06] freeroll_price_cents": ("PRZ-06", r"(No) buy-in, no fee", 1),
    "[TAMB-41] paid_percent": ("TAMB-41", r"\((\d+) %\)", 1),
    "[TAMB-41] smallest_prize_cents": ("TAMB-41", r"at least (\d+) cent", 1),
    "[TAMB-42] single_places_tables": ("TAMB-42", r"Places 1\.\.S paid (singly)", 1),
    "[TAMB-42] bands_per_step": ("TAMB-42", r"⌊S/(\d)⌋, S, S", 1),
    "[TAMB-42] step_factor": ("TAMB-42", r"S, S, (\d)S, 2S", 1),
    "[TAMB-47] seats": ("TAMB-47", r"S default (\d+)", 1),
    "[TAMB-48] new_table_spread_max": ("TAMB-48", r"spread is ≤ (\d)", 1),
    "[TAMB-48] new_table_wait_s": ("TAMB-48", r"at most (\d+) s", 1),
    "[BAL-01] spread_max": ("TAMB-53", r"spread ≤ (\d)", 1),
    "[BRK-01] break_minute": ("BRK-01", r"minute (\d+) of every hour", 1),
    "[TAMB-64] break_s": ("TAMB-64", r"runs (\d):00", 60),
    "[H4H-01] tables_min": ("TAMB-58", r"T ≥ (\d)", 1),
    "[TAMB-58] places_before_money": ("TAMB-58", r"m = (\d) by default", 1),
    "[TAMB-63] absent_table_hand_s": ("TAMB-63", r"one per (\d+) s", 1),
    "[TAMB-101] absent_hands_max": ("TAMB-101", r"nobody was there for (\d+) hands", 1),
    "[TAMB-97] rake_permille": ("TAMB-97", r"(no) rake", 1),
    "[TAMB-90] decision_s": ("TAMB-90", r"normal time (\d+) s", 1),
    "[TTB-01] hexapro_high_from_tenths": ("TAMB-31", r"The (\d+)x time-bank threshold", 10),
    "[TTB-03] reconnect_s": ("TTB-03", r"(\d+) s to come back", 1),
    "[TTB-08] reconnect_extra_s": ("TTB-08", r"then (\d+) s extra", 1),
    "[TAMB-90] reconnect_extras_per_hand": ("TAMB-90", r"at most (\d+) in a hand", 1),
    "[TAMB-91] final_stage_extra_s": ("TAMB-91", r"TAMB-90 \+ (\d+) s", 1),
    "[TAMB-77] multi_buy_in_entries": ("TAMB-77", r"(one) entry in N", 1),
    "[TAMB-69] rebuys_max": ("TAMB-69", r"count (unlimited) unless set", 1),
    "[TAMB-69] rebuy_answer_s": ("TAMB-69", r"waits (\d+) s for the answer", 1),
    "[TAMB-69] addons_per_entry": ("TAMB-69", r"Add-on: (once) per entry", 1),
    "[TAMB-69] addon_pause_s": ("TAMB-69", r"in a (\d+) s pause", 1),
    "[TAMB-71] bounty_percent": ("TAMB-71", r"(Half) of \(price − fee\) is bounty", 1),
    "[TAMB-73] progressive_added_percent": ("TAMB-73", r"cash, (\d+) % on the eliminator", 1),
    "[HEX-01] seats": ("HEX-01", r"(\d)-handed", 1),
    "[HEX-03] games_at_once_max": ("HEX-03", r"1 to (\d+) games at once", 1),
    "[HEX-07] starting_stack": ("HEX-07", r"(\d+) chips", 1),
    "[HEX-12] decided_within_days": ("HEX-12", r"within (\d+) days", 1),
    "[HXT-01] seats": ("HXT-01", r"(\d)-handed", 1),
    "[CXL-03] equal_part_percent": ("CXL-03", r"pot is (halved)", 1),
    "[CXL-09] hexapro_each_percent": ("TAMB-22", r"Each player left gets (\d+) %", 1),
}
ELSEWHERE = {
    "[BRK-04] break_level_min",  # below
    "[TAMB-90] bank_charge_step_ms",  # below
    "[HXT-03] rake_per_100000",  # test_hexapro.py
}
KEYS = {found.key: found for found in rule_fields(TournamentRules)}


def sentence(rule_id: str) -> str:
    """What the catalogue says under an ID, its title included."""
    text = rule_texts()[rule_id]
    return text.text if text.text.startswith(text.title) else f"{text.title}. {text.text}"


@pytest.mark.parametrize("key", NUMBERS)
def test_a_number_is_the_one_of_its_sentence(key: str) -> None:
    rule_id, pattern, unit = NUMBERS[key]
    said = re.search(pattern, sentence(rule_id))
    assert said, sentence(rule_id)
    number = WORDS[said[1].lower()] if said[1].lower() in WORDS else int(said[1])
    assert rule_id in KEYS[key].rules
    for name in ONLINE:
        assert KEYS[key].value(tournament(name)) == number * unit


def test_no_number_is_left_out() -> None:
    rules = tournament("en-2.7")
    single = {key for key, found in KEYS.items() if type(found.value(rules)) is int}
    assert single == set(NUMBERS) | ELSEWHERE


def test_breaks_begin_after_the_level_that_has_none() -> None:
    said = re.search(r"Still in level (\d) at minute (\d+)", sentence("BRK-04"))
    assert said
    levels = tournament("en-2.7").levels
    assert levels.break_level_min == int(said[1]) + 1
    assert levels.break_minute == int(said[2])


def test_small_fields_are_those_of_the_ruling() -> None:
    spots = re.findall(r"(\d+)-(\d+) → (\d+);", sentence("TAMB-41"))
    fields = tournament("en-2.7").prizes.small_fields
    assert [(int(last), int(places)) for _, last, places in spots] == [
        (field.entries_max, field.places) for field in fields
    ]


def test_seats_and_splits_of_sit_and_gos_are_those_of_the_rulings() -> None:
    said = re.search(r"SNG (\d) or (\d); HexaPro (\d)", sentence("TAMB-47"))
    assert said
    rules = tournament("en-2.7")
    assert (*rules.seating.sng_seats, rules.hexapro.seats) == tuple(map(int, said.groups()))
    split = re.search(r"2nd = ⌊(\d+) % of P⌋, 1st = the rest \((\d+) %\)", sentence("TAMB-43"))
    assert split
    assert rules.prizes.sng_percents(5) == (int(split[2]), int(split[1]))


def test_staff_are_alerted_when_the_rule_says() -> None:
    said = re.search(r"after (\d+) day and again after (\d+) days", sentence("HEX-12"))
    assert said
    assert tournament("en-2.7").hexapro.staff_alerts_days == tuple(map(int, said.groups()))


def test_the_bank_is_charged_as_at_a_cash_table() -> None:
    said = re.search(r"charged per started 0\.(\d+) s", sentence("AMB-58"))
    assert said
    for name in ONLINE:
        cash = edition(name).cash
        assert cash is not None
        assert tournament(name).timing.bank_charge_step_ms == 10 * int(said[1])
        assert cash.clock.bank_charge_step_ms == 10 * int(said[1])
