"""`cardroom simulate tournament` as it is called."""

from pathlib import Path

import msgspec
import pytest

from cardroom.commands.main import main
from cardroom.tournament.examples import FORMATS, text_of
from tests.rule import rule


@rule("HEX-01", "HEX-06")
def test_the_issues_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate tournament --format hexapro --buy-in 10 --edition nl-3.0 --count 40 --seed 7"
    assert main([*words.split(), "--json"]) == 0
    report = msgspec.json.decode(capsys.readouterr().out)
    assert (report["kind"], report["price"], report["edition"]) == ("hexapro", 1_000, "nl-3.0")
    summary = report["summary"]
    assert summary["tournaments"] == 40
    assert sum(summary["multipliers"].values()) + summary["cancelled"] >= 40
    paid = summary["prizes"] + summary["refunds"]
    assert summary["received"] + summary["added_by_house"] == paid
    assert summary["refunds"] >= 1_000 * summary["unregistered"] > 0


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_asked_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "tournament", "--format", name, "--count", "1", "--players", "6"]) == 0
    assert "Breaches" in capsys.readouterr().out


def test_most_tournaments_find_their_minimum_of_entries(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["simulate", "tournament", "--format", "guaranteed", "--count", "6", "--json"]
    assert main(words) == 0
    summary = msgspec.json.decode(capsys.readouterr().out)["summary"]
    assert summary["cancelled"] < 4
    assert summary["added_by_house"] > 0


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
    assert "There is no file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--edition", "nl-3.1"], "'nl-3.1' is neither an edition"),
        (["--edition", "live"], "'live' is not one of en-2.2"),
        (["--count", "0"], "--count is from 1 to 10,000,000."),
        (["--players", "1"], "--players is from 2 to 100,000."),
        (["--format", "hexapro", "--players", "2"], "--players is from 3 to 100,000."),
        (["--buy-in", "1.234"], "'1.234' is no buy-in; write euros, as 10 or 2.50."),
        (["--format", "hexapro", "--buy-in", "3"], "price_cents: not a buy-in of en-2.7"),
        (["--format", "poker"], "invalid choice"),
        (["--file", "/no/such.toml"], "/no/such.toml cannot be read"),
        (["--format", "bounty", "--edition", "en-2.2"], "en-2.2 has no bounty tournaments"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "tournament", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
