"""The folder of tournament files: what it may say, and what is refused in one sentence."""

import pytest

from cardroom.rulebook import edition
from cardroom.tournament.definition.examples import FORMATS, text_of
from cardroom.tournament.timetable import HouseDefaults, occurrences, read_timetable
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE
from tests.tournament.timetable.folders import (
    AMSTERDAM,
    EVENING,
    HOUSE,
    NOW_MS,
    ms,
    refusal,
    scheduled,
    timetable,
)

SATELLITE = """\
name = "Satellite"
format = "satellite"
edition = "house"
price_cents = 110
fee_cents = 10
[satellite]
target = "sunday"
seat_price_cents = 1_000
[schedule]
at = "18:00"
"""
HEXAPRO = 'name = "HexaPro"\nformat = "hexapro"\nedition = "house"\n[on_demand]\n'
SIT_AND_GO = 'name = "Sit & Go"\nformat = "sit-and-go-5"\nedition = "house"\n[on_demand]\n'


# What a file may say


def test_a_file_names_a_format_and_says_what_is_different() -> None:
    text = scheduled('at = "20:00"', more="price_cents = 2_000\n[blinds]\nlevel_s = 60")
    (one,) = timetable(text).scheduled
    said = one.definition
    assert (said.name, said.edition, said.currency) == ("Evening 10", "en-2.7", "XPM")
    assert (said.price_cents, said.fee_cents, said.blinds.level_s) == (2_000, 200, 60)
    assert len(said.blinds.levels) == 28


def test_a_file_may_define_its_tournament_itself() -> None:
    text = text_of("guaranteed").replace('edition = "en-2.7"', 'edition = "nl-3.0"')
    (one,) = timetable(f'{text}\n[schedule]\nat = "20:00"\nprograms = true').scheduled
    assert one.definition.edition == "nl-3.0"
    assert one.definition.guarantee_cents > 0
    assert one.programs


@rule("TAMB-93")
def test_a_file_plays_by_the_rules_of_the_house_when_it_says_so() -> None:
    for name in ONLINE:
        (one,) = timetable(EVENING, house=HouseDefaults(edition(name), "EUR")).scheduled
        assert (one.definition.edition, one.definition.currency) == (name, "EUR")
    said = refusal(EVENING.replace('edition = "house"\n', ""))
    assert said.startswith("1.toml: edition: missing; every tournament names its edition")


@pytest.mark.parametrize("name", FORMATS)
def test_every_packaged_format_can_be_put_on_the_timetable(name: str) -> None:
    text = f'name = "Mine"\nformat = "{name}"\nedition = "nl-3.0"\n'
    definition = text_of(name)
    if name in {"satellite", "satellite-tier"}:
        text += 'satellite.package = "A weekend"\n'
    if 'kind = "phased"' in definition:
        text += '[schedule]\nstarts = "2026-12-01 20:00"\nfinal = "2026-12-02 20:00"\n'
    elif 'kind = "scheduled"' in definition:
        text += '[schedule]\nat = "20:00"\n'
    found = timetable(text)
    assert len(found.scheduled) + len(found.on_demand) == 1


@rule("HEX-02", "HXT-03", "HEX-03")
def test_hexapro_is_offered_at_the_buy_ins_of_the_edition_or_at_some_of_them() -> None:
    nl = HouseDefaults(edition("nl-3.0"), "EUR")
    every = timetable(HEXAPRO + 'buy_ins_cents = "all"', house=nl).on_demand
    assert [one.definition.price_cents for one in every] == [100, 200, 500, 1_000]
    assert [one.name for one in every] == ["HexaPro 1", "HexaPro 2", "HexaPro 5", "HexaPro 10"]
    high = HEXAPRO.replace("hexapro", "highroller") + 'buy_ins_cents = "all"'
    found = timetable(high, house=nl).on_demand
    assert [one.definition.price_cents for one in found] == [2_500, 5_000, 10_000]
    some = HEXAPRO.replace("hexapro", "extreme") + "buy_ins_cents = [20, 50]"
    assert [one.name for one in timetable(some).on_demand] == ["HexaPro 0.20", "HexaPro 0.50"]
    (alone,) = timetable(HEXAPRO).on_demand
    assert (alone.name, alone.definition.price_cents) == ("HexaPro", 1_000)


@rule("TYP-02", "PRZ-02", "PRZ-03")
def test_sit_and_gos_have_the_edition_s_prices_and_fees() -> None:
    five = timetable(SIT_AND_GO + 'buy_ins_cents = "all"').on_demand
    printed = [(one.definition.price_cents, one.definition.fee_cents) for one in five]
    assert printed == [(100, 5), (200, 10), (400, 20), (1_000, 50), (2_500, 125)]
    two = SIT_AND_GO.replace("sit-and-go-5", "sit-and-go-2") + "buy_ins_cents = [5_000]"
    (one,) = timetable(two, house=HouseDefaults(edition("nl-3.0"), "EUR")).on_demand
    assert (one.definition.seats, one.definition.fee_cents) == (2, 225)


@rule("TYP-02", "TYP-04")
def test_a_sit_and_go_may_be_a_satellite() -> None:
    text = SIT_AND_GO.replace(
        "[on_demand]\n",
        "price_cents = 250\n[satellite]\n"
        'target = "sunday"\nseat_price_cents = 1_000\n[on_demand]\n',
    )
    found = timetable(text, scheduled('at = "20:00"', more='ticket_word = "sunday"'))
    (satellite,) = found.on_demand
    assert [one.name for one in found.targets_of(satellite.definition)] == ["Evening 10"]
    said = refusal(f"{text}buy_ins_cents = [250]".replace("price_cents = 250\n", ""))
    assert said.endswith("[on_demand] buy_ins_cents: a satellite has one price: set price_cents")


@rule("FAIR-07")
def test_practice_players_and_programs_come_where_the_file_says_so() -> None:
    text = scheduled('at = "20:00"\npractice_players = 18\nprograms = true')
    (one,) = timetable(text).scheduled
    assert (one.practice_players, one.programs) == (18, True)
    (two,) = timetable(EVENING).scheduled
    assert (two.practice_players, two.programs) == (0, False)
    (game,) = timetable(HEXAPRO + "practice_players = 2").on_demand
    assert (game.practice_players, game.programs) == (2, False)


# What is refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x', "1.toml, line 1: not valid TOML: unterminated string"),
        (
            EVENING.replace("freezeout", "freezeuot"),
            "1.toml, line 2: format: 'freezeuot' is not a format; did you mean freezeout?",
        ),
        (
            EVENING.replace("[schedule]", "[shedule]"),
            "1.toml, line 5: shedule: unknown key; did you mean schedule?",
        ),
        (
            EVENING.replace("\nat =", "\natt ="),
            "1.toml, line 6: [schedule] att: unknown key; did you mean at?",
        ),
        (
            EVENING.partition("[schedule]")[0],
            '1.toml: schedule: missing; when it starts, as at = "20:00" under [schedule]',
        ),
        (EVENING.replace("20:00", "8pm"), "must be a time of day, as \"20:00\", not '8pm'"),
        (EVENING.replace('"20:00"', "20:00:00"), "must be text in quotes or a list, not 20:00:00"),
        (scheduled('days = "weekend"'), '[schedule] at: missing; when it starts, as at = "20:00"'),
        (
            scheduled('starts = "2026-02-30 20:00"'),
            "1.toml, line 6: [schedule] starts: there is no day 2026-02-30",
        ),
        (
            scheduled('starts = "2026-12-24 20:00"\nat = "20:00"'),
            "[schedule] at: recurring and given starts do not go together: drop starts",
        ),
        (scheduled('at = "20:00"\nuntil = "21:00"'), "until: ends an interval: add every_minutes"),
        (
            scheduled('at = "20:00"\ndays = "moonday"'),
            "'moonday' is not known; did you mean monday",
        ),
        (
            scheduled('at = "20:00"\nopens_s = 700_000'),
            "opens_s: registration cannot open before it is announced, 604800 s",
        ),
        (
            scheduled("every_minutes = 1\nannounced_s = 86_400"),
            "announced_s: the lobby would show more than 100 of them at once",
        ),
        (
            EVENING.replace("[schedule]", 'currency = "EUR"\n[schedule]'),
            "1.toml, line 5: currency: the room plays for XPM, not for 'EUR'",
        ),
        (EVENING + "[on_demand]", "on_demand: only for Sit & Gos and HexaPro; this one starts at"),
        (
            HEXAPRO.replace("[on_demand]", '[schedule]\nat = "20:00"'),
            "schedule: it starts when it is full: use [on_demand] (TYP-02)",
        ),
        (
            HEXAPRO + "buy_ins_cents = [100, 300]",
            "1.toml, line 5: [on_demand] buy_ins_cents, row 2: 3.00 is not a buy-in of en-2.7",
        ),
        (
            HEXAPRO + 'buy_ins_cents = "some"',
            "buy_ins_cents: must be a list of cents, as [100, 200], or \"all\", not 'some'",
        ),
        (
            scheduled('at = "20:00"\ndays = ["friday", "moonday"]'),
            "days, row 2: 'moonday' is not known; did you mean monday?",
        ),
        (
            scheduled('at = "20:00"\nfinal = "2026-12-24 20:00"'),
            "line 7: [schedule] final: only a phased tournament has a second phase (TYP-12)",
        ),
        (HEXAPRO + "buy_ins_cents = [100, 100]", "buy_ins_cents, row 2: 1.00 is twice in it"),
        (
            HEXAPRO.replace("hexapro", "highroller") + 'buy_ins_cents = "all"',
            "kind: en-2.7 does not offer it; it has hexapro, hexapro_extreme",
        ),
        (
            HEXAPRO + "practice_players = 3",
            "practice_players: must leave a seat for somebody: at most 2",
        ),
        (
            SIT_AND_GO.replace("[on_demand]", "price_cents = 100\n[on_demand]")
            + "buy_ins_cents = [100]",
            "price_cents: several buy-ins have the edition's fees: drop it",
        ),
    ],
)
def test_a_mistake_is_one_sentence_with_file_line_and_key(text: str, said: str) -> None:
    assert said in refusal(text)


@rule("TRN-02")
def test_a_start_in_the_past_is_refused_unless_it_was_announced_in_its_time() -> None:
    text = scheduled('starts = ["2026-11-17 12:59", "2026-12-24 20:00"]')
    said = "1.toml, line 6: [schedule] starts: 2026-11-17 12:59 is past: it would never start"
    assert refusal(text) == said
    before = read_timetable(
        {"1.toml": text}, house=HOUSE, zone=AMSTERDAM, now_ms=ms("2026-11-01 12:00")
    )
    stored = {one.key for one in occurrences(before, AMSTERDAM, ms("2026-11-01"), NOW_MS)}
    after = read_timetable(
        {"1.toml": text}, house=HOUSE, zone=AMSTERDAM, now_ms=NOW_MS, stored=stored
    )
    assert after == before


def test_two_tournaments_with_one_name_are_refused() -> None:
    said = "2.toml, line 1: name: another tournament is called 'EVENING 10', in 1.toml"
    assert refusal(EVENING, EVENING.replace("Evening", "EVENING")) == said
    assert "is called 'HexaPro 1'" in refusal(
        HEXAPRO + "buy_ins_cents = [100]", scheduled('at = "20:00"', "HexaPro 1")
    )


@rule("TYP-04", "TYP-05", "TAMB-67")
def test_a_satellite_needs_a_target_at_the_price_of_its_seats() -> None:
    said = "1.toml, line 7: [satellite] target: no tournament here has the ticket_word 'sunday'"
    assert refusal(SATELLITE, EVENING).startswith(said)
    target = scheduled('at = "20:00"', more='ticket_word = "sunday"\nprice_cents = 1_100')
    said = "[satellite] seat_price_cents: a seat in 'Evening 10' costs 1100, which is 11.00"
    assert said in refusal(SATELLITE, target)
    fits = timetable(SATELLITE, target.replace("1_100", "1_000"))
    assert len(fits.targets_of(fits.scheduled[0].definition)) == 1
    timetable(SATELLITE.replace("[satellite]", '[satellite]\npackage = "A weekend"'))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            'at = ["20:00", "18:00", "20:00"]',
            "line 6: [schedule] at, row 3: the schedule overlaps ",
        ),
        (
            'at = "20:00"\ndays = ["friday", "weekdays"]',
            "days, row 2: the schedule overlaps itself",
        ),
        ('starts = ["2026-12-24 20:00", "2026-12-24 20:00"]', "starts, row 2: the schedule overla"),
        (
            'every_minutes = 30\nat = "18:00"\nuntil = "18:00"',
            "until: the schedule overlaps itself",
        ),
    ],
)
def test_a_schedule_that_overlaps_itself_is_refused(table: str, said: str) -> None:
    assert said in refusal(scheduled(table))


@rule("TYP-12", "TAMB-76")
def test_a_final_that_begins_before_its_last_flight_is_over_is_refused() -> None:
    text = 'name = "Main event"\nformat = "phased"\nedition = "house"\n[schedule]\n'
    starts = 'starts = "2026-12-04 18:00"\n'
    assert "starts: a phased tournament names its flights" in refusal(text + 'at = "20:00"')
    assert "final: missing; when the second phase starts" in refusal(text + starts)
    said = (
        "final: the schedule overlaps itself: the last flight is not over before 2026-12-04 19:00"
    )
    assert said in refusal(f'{text}{starts}final = "2026-12-04 18:59"')
    assert timetable(f'{text}{starts}final = "2026-12-04 19:00"').scheduled
    said = "final: only a phased tournament has a second phase (TYP-12)"
    assert said in refusal(scheduled(f'{starts}final = "2026-12-05 18:00"'))
