"""`cardroom simulate tournament` as it is called."""

from pathlib import Path

import msgspec
import pytest

from cardroom.commands.main import main
from cardroom.simulation.tournament.summary import HAPPENINGS
from cardroom.tournament.definition.examples import FORMATS, text_of
from cardroom.tournament.tables.balancing import Balancing
from cardroom.units import euros
from tests.rule import rule


@rule("HEX-01", "HEX-06")
def test_the_issues_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate tournament --format hexapro --buy-in 10 --edition nl-3.0 --count 40 --seed 7"
    assert main([*words.split(), "--json"]) == 0
    printed = capsys.readouterr().out
    report = msgspec.json.decode(printed)
    assert printed.startswith('{\n  "')
    assert (report["kind"], report["price"], report["edition"]) == ("hexapro", 1_000, "nl-3.0")
    summary = report["summary"]
    assert summary["tournaments"] == 40
    assert sum(summary["multipliers"].values()) + summary["cancelled"] >= 40
    paid = summary["prizes"] + summary["refunds"]
    assert summary["received"] + summary["added_by_house"] == paid
    assert summary["refunds"] >= 1_000 * summary["coverage"]["unregistrations"] > 0


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_asked_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "tournament", "--format", name, "--count", "1"]) == 0
    assert "Breaches" in capsys.readouterr().out


@rule("HEX-04", "TAMB-40")
def test_what_the_house_keeps_of_drawn_pools_is_told_as_such(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["simulate", "tournament", "--format", "hexapro", "--count", "20", "--calm"]
    assert main([*words, "--json"]) == 0
    kept = -msgspec.json.decode(capsys.readouterr().out)["summary"]["added_by_house"]
    assert kept > 0
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "Added by the house" not in shown
    assert f"Kept by the house  │ {euros(kept)}, {kept / 600:.3f} % of what was rec" in shown


def test_a_breach_is_told_with_its_tournament_and_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Balancing, "_move_is_due", False)
    assert main(["simulate", "tournament", "--players", "20", "--count", "1", "--calm"]) == 1
    said = capsys.readouterr().err
    assert "A rule was broken in number 1 of seed 1, 20 players: not balanced" in said
    assert said.count("\n") == 1


def test_a_newcomer_finds_examples_and_defaults_in_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "tournament", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for words in ("examples:", "default: freezeout", "default: 100", "docs/guides/tournaments.md"):
        assert words in shown
    for name in FORMATS:
        assert name in shown


def test_most_tournaments_find_their_minimum_of_entries(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["simulate", "tournament", "--format", "guaranteed", "--count", "6", "--json"]
    assert main(words) == 0
    summary = msgspec.json.decode(capsys.readouterr().out)["summary"]
    assert summary["cancelled"] < 4
    assert summary["added_by_house"] > 0


@rule("TRN-15")
def test_who_finds_nothing_played_is_told_why_and_what_would_change_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["simulate", "tournament", "--format", "guaranteed", "--count", "2", "--players"]
    assert main([*words, "23"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Note: 2 of 2 tournaments were not played: fewer than 30 players were there" in said
    assert "let more come, as with --players 60, or write a file with a lower minimum" in said
    assert main([*words, "60", "--calm", "--json"]) == 0
    report = msgspec.json.decode(capsys.readouterr().out)
    assert (report["notes"], report["summary"]["cancelled"]) == ([], 0)


def test_what_really_happened_is_counted_for_people_and_for_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["simulate", "tournament", "--format", "hand-for-hand", "--count", "1", "--players"]
    assert main([*words, "60", "--calm", "--json"]) == 0
    coverage = msgspec.json.decode(capsys.readouterr().out)["summary"]["coverage"]
    assert coverage.keys() == HAPPENINGS.keys()
    assert (coverage["hand_for_hand"], coverage["rebuys"]) == (1, 0)
    assert main([*words, "60", "--calm"]) == 0
    shown = capsys.readouterr().out
    assert "times hand for hand began (H4H-01)" in shown
    assert "re-buys" not in shown


@pytest.mark.parametrize("name", ["satellite", "multi-buy-in", "rebuy"])
def test_another_price_fits_into_the_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--format", name, "--buy-in", "33", "--count", "1", "--players", "8", "--json"]
    assert main(["simulate", "tournament", *words]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["price"] == 3_300


def test_a_file_of_ones_own_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text_of("progressive"), encoding="utf-8")
    words = ["simulate", "tournament", "--file", str(file), "--count", "2", "--calm"]
    assert main(words) == 0
    assert "Progressive bounty" in capsys.readouterr().out
    file.write_text(text_of("progressive").replace("style", "stile"), encoding="utf-8")
    assert main(words) == 2
    said = capsys.readouterr().err
    assert f"{file}, line 12: [bounty] stile: unknown key; did you mean style?" in said
    assert said.count("\n") == 1


HOUSE = """
inherits = "nl-3.0"
[TAMB-56]
final_table_redraw = true
[TAMB-49]
first_button_counts_absent = false
[TAMB-70]
earlier_entry_keeps_place = false
[BAL-01]
spread_max = 2
[TAMB-59]
level_clock_runs = false
[TAMB-45]
clock_stops_for = []
[TAMB-46]
pending_rebuys_count_as_left = false
[TRN-19]
identical_prizes_end = false
[TAMB-82]
pot_without_overlay = false
"""


@rule("TRN-01", "TAMB-93")
@pytest.mark.parametrize("name", ["freezeout", "reentry", "rebuy", "satellite", "guaranteed"])
def test_house_rules_are_played_and_checked_by_what_they_say(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "club.toml"
    house.write_text(HOUSE, encoding="utf-8")
    words = ["--format", name, "--edition", str(house), "--count", "2", "--players", "20"]
    assert main(["simulate", "tournament", *words, "--json"]) == 0
    report = msgspec.json.decode(capsys.readouterr().out)
    assert report["edition"] == "club"
    assert report["summary"]["tournaments"] >= 2


@rule("TRN-01", "TAMB-93")
def test_a_file_names_the_house_rules_that_lie_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = 'inherits = "en-2.7"\nname = "club-rules"\n[PRZ-04]\nmtt_percent = 20\n'
    (tmp_path / "club.toml").write_text(rules, encoding="utf-8")
    file = tmp_path / "my.toml"
    file.write_text(text_of("freezeout").replace("en-2.7", "club.toml"), encoding="utf-8")
    words = ["simulate", "tournament", "--file", str(file), "--count", "1", "--players", "10"]
    assert main([*words, "--calm", "--json"]) == 0
    report = msgspec.json.decode(capsys.readouterr().out)
    assert report["edition"] == "club-rules"
    assert report["summary"]["fees"] == report["summary"]["entries"] * 200
    assert main([*words, "--edition", "fr-2.2", "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["edition"] == "fr-2.2"


def test_house_rules_that_are_wrong_are_named_with_their_own_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "club.toml").write_text('inherits = "en-2.7"\n[TRN-09]\nlate_level = 3\n')
    file = tmp_path / "my.toml"
    file.write_text(text_of("freezeout").replace("en-2.7", "club.toml"), encoding="utf-8")
    assert main(["simulate", "tournament", "--file", str(file)]) == 2
    assert f"{tmp_path}/club.toml, line 3: [TRN-09] late_level" in capsys.readouterr().err
    file.write_text(text_of("freezeout").replace("en-2.7", "no.toml"), encoding="utf-8")
    assert main(["simulate", "tournament", "--file", str(file)]) == 2
    assert "line 3: edition: there is no file 'no.toml'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--edition", "nl-3.1"], "'nl-3.1' is neither an edition"),
        (["--edition", "live"], "'live' is not one of en-2.2"),
        (["--count", "0"], "--count is from 1 to 10,000,000."),
        (["--players", "1"], "--players is from 2 to 100,000."),
        (["--format", "hexapro", "--players", "50"], "--players 50: this one is played by 3"),
        (["--format", "sit-and-go-5", "--players", "2"], "--players 2: this one is played by 5"),
        (["--buy-in", "1.234"], "'1.234' is not a buy-in; write euros, as 10 or 2.50."),
        (["--buy-in", "0"], "--buy-in 0: only a freeroll costs nothing"),
        (
            ["--format", "hexapro", "--buy-in", "11"],
            "cardroom: --buy-in 11: 11.00 is not a buy-in of en-2.7; it has 1.00, 2.00, 5.00, ",
        ),
        (["--format", "freeroll", "--buy-in", "5"], "--buy-in 5: a freeroll costs nothing"),
        (
            ["--format", "sit-and-go-2", "--buy-in", "5000"],
            "cardroom: --buy-in 5000: en-2.7 offers Sit & Gos of this size up to ",
        ),
        (["--format", "poker"], "invalid choice"),
        (["--file", "/no/such.toml"], "There is no file '/no/such.toml'."),
        (["--file", "/"], "There is no file '/'."),
        (
            ["--format", "bounty", "--edition", "en-2.2"],
            "cardroom: --format bounty: en-2.2 has no bounty tournaments",
        ),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "tournament", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'name = "A"\nedition = "\xff"\n', ", line 2: not UTF-8 text"),
        (b"", ": edition: missing; every tournament names its edition"),
        (b'name = "A"\nedition = "en-2.7', ", line 2: not valid TOML"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(
    content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    file.write_bytes(content)
    assert main(["simulate", "tournament", "--file", str(file)]) == 2
    assert f"cardroom: {file}{sentence}" in capsys.readouterr().err


def test_a_price_that_does_not_fit_a_file_is_the_options_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text_of("hexapro"), encoding="utf-8")
    words = ["simulate", "tournament", "--file", str(file)]
    assert main([*words, "--buy-in", "11"]) == 2
    assert "cardroom: --buy-in 11: 11.00 is not a buy-in" in capsys.readouterr().err
    file.write_text(text_of("hexapro").replace("1_000", "1_100"), encoding="utf-8")
    assert main(words) == 2
    said = capsys.readouterr().err
    assert f"cardroom: {file}, line 5: price_cents: 11.00 is not a buy-in of en-2.7" in said
