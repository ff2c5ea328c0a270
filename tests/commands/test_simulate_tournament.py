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


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
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
