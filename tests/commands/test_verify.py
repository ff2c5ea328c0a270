import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.main import main
from cardroom.fairness.keys import fingerprint
from cardroom.history import narrate, ohhs_of, phh_of, record_of, write_hands
from cardroom.history.narrated import NarratedHand
from cardroom.history.proofs import side_lines
from tests.fairness.draw_tampering import DRAW_KINDS, draw_file
from tests.fairness.fair_draws import fair_move, fair_start
from tests.fairness.fair_hands import KEY, fair_hand
from tests.fairness.tampering import KINDS
from tests.history.played_hands import texts_of
from tests.history.samples import HOLDEM
from tests.rule import rule

Write = Callable[[str, str], str]
Capture = pytest.CaptureFixture[str]
PUBLISHED = fingerprint(KEY.public)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, text: str) -> str:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return str(file)

    return written


def told(count: int = 4) -> list[NarratedHand]:
    hands = [fair_hand(seed, is_silent=seed == 2) for seed in range(1, count + 1)]
    return [narrate(hand, hand.started.seats[-1]) for hand in hands]


def findings(capsys: Capture, *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["verify", "--json", *words])
    return status, json.loads(capsys.readouterr().out)


@rule("CASH-02", "AMB-22")
@pytest.mark.parametrize("form", ["phhs", "ohh", "txt"])
def test_exported_hands_are_verified_in_every_format(
    write: Write, capsys: Capture, form: str
) -> None:
    hands = told()
    texts = {
        "phhs": lambda: write_hands(map(record_of, hands)),
        "ohh": lambda: ohhs_of(hands),
        "txt": lambda: texts_of(hands),
    }
    file = write(f"hands.{form}", "".join(texts[form]()))
    if form == "txt":
        write("hands.txt.fairness", "".join(side_lines(hands)))
    status, found = findings(capsys, file, "--key", PUBLISHED.upper())
    assert (status, found["wrong"], found["unreadable"]) == (0, [], [])
    assert (found["hands"], found["verified"]) == (4, 4)
    assert found["without_players_seeds"] == 1
    assert found["keys"] == {PUBLISHED: 4}


def test_the_summary_names_the_hands_that_are_not_verified(write: Write, capsys: Capture) -> None:
    many = "\n".join([KINDS["another_salt"][1]()[0], "", KINDS["the_proof_is_gone"][1]()[0]])
    status = main(["verify", write("hands.ohh", many)])
    out = capsys.readouterr().out
    assert status == 1
    assert "2  hands" in out
    assert "0  verified" in out
    assert "2  not verified" in out
    assert "hands.ohh [1], line 1: a card is not the one that was fixed before the cut (0)" in out
    assert "hands.ohh [2], line 3: the hand has no proof" in out
    assert f"signed with the key {PUBLISHED}" in out


def test_a_hand_without_a_proof_is_not_verified(write: Write, capsys: Capture) -> None:
    status, found = findings(capsys, write("x.phh", HOLDEM))
    assert status == 1
    assert found["findings"] == {"no_proof": 1}


def test_a_text_without_its_side_file_has_no_proofs(write: Write, capsys: Capture) -> None:
    status, found = findings(capsys, write("x.txt", "".join(texts_of(told(2)))))
    assert status == 1
    assert found["findings"] == {"no_proof": 2}


def test_files_of_several_players_are_compared(write: Write, capsys: Capture) -> None:
    files = KINDS["two_players_with_different_draws_of_one_hand"][1]()
    paths = [write(f"{number}.ohh", text) for number, text in enumerate(files)]
    status, found = findings(capsys, *paths)
    assert status == 1
    assert [one["file"] for one in found["wrong"]] == [paths[1]]
    assert found["wrong"][0]["findings"] == [
        {
            "code": "split_view",
            "where": None,
            "said": "players have different lists or seeds for one hand or draw",
        }
    ]


def test_two_players_files_of_one_honest_hand_agree(write: Write, capsys: Capture) -> None:
    hand = fair_hand(50)
    paths = [write(f"{seat}.phh", phh_of(narrate(hand, seat))) for seat in hand.started.seats]
    status, found = findings(capsys, *paths)
    assert (status, found["verified"]) == (0, len(paths))


def test_only_so_many_hands_are_listed(write: Write, capsys: Capture) -> None:
    main(["verify", "--show", "1", write("x.txt", "".join(texts_of(told(3))))])
    assert "and 2 more" in capsys.readouterr().out


@pytest.mark.parametrize("key", ["abc", "g" * 32, ""])
def test_a_fingerprint_that_is_none_is_a_mistake(capsys: Capture, key: str) -> None:
    assert main(["verify", "--key", key, "nowhere.phh"]) == 2
    said = capsys.readouterr().err
    assert said == f"cardroom: A fingerprint has 32 hexadecimal digits, not '{key}'.\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.ohh", "{", "line 1: is no JSON object of Open Hand History"),
        ("a.ohh", '{"other": 1}', "line 1: is no JSON object of Open Hand History"),
        ("a.phh", "variant = 3", "antes: this field is missing"),
        ("a.txt", "PokerStars Hand #x", "line 1: is no hand in the text format"),
    ],
)
def test_a_broken_file_is_one_sentence_and_status_2(
    write: Write, capsys: Capture, name: str, text: str, said: str
) -> None:
    assert main(["verify", write(name, text)]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_a_broken_side_file_is_one_sentence_and_status_2(write: Write, capsys: Capture) -> None:
    write("a.txt.fairness", "\n{}\n")
    assert main(["verify", write("a.txt", "".join(texts_of(told(1))))]) == 2
    assert "line 2: its side file has no proof here" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_a_mistake(capsys: Capture) -> None:
    assert main(["verify", "nowhere.phh"]) == 2
    assert capsys.readouterr().err == "cardroom: nowhere.phh: No such file or directory\n"


@pytest.mark.parametrize("form", ["text", "ohh", "phh"])
def test_converted_hands_keep_the_proof_of_the_cards_that_the_player_saw(
    write: Write, capsys: Capture, tmp_path: Path, form: str
) -> None:
    hand = fair_hand(50)
    source = write("all.phh", phh_of(narrate(hand, "auditor")))
    seat = hand.started.seats[0]
    side = tmp_path / "own.txt.fairness"
    words = ["history", source, "--as", form, "--player", hand.names[seat]]
    assert main([*words, "--proofs", str(side)]) == 0
    converted = capsys.readouterr().out
    assert hand.proof is not None
    seen = narrate(hand, seat)
    hidden = set(hand.started.seats) - {*seen.dealt, *seen.shown}
    assert hidden, "somebody's cards are hidden"
    status, found = findings(capsys, write("own.txt" if form == "text" else "own.x", converted))
    assert (status, found["verified"]) == (0, 1)
    told_number = len(side.read_text(encoding="utf-8").splitlines())
    assert told_number == 1


@rule("HEX-01", "TRN-04")
def test_the_draws_of_a_tournament_are_verified_from_the_file_that_the_room_gives_out(
    write: Write, capsys: Capture
) -> None:
    fair = draw_file(fair_start(1), fair_start(2, contributors=()), fair_move())
    status, found = findings(capsys, write("12.draws.json", fair), "--key", PUBLISHED)
    assert (status, found["wrong"], found["hands"]) == (0, [], 0)
    assert (found["draws"], found["verified"], found["draws_without_players_seeds"]) == (3, 3, 2)
    better = DRAW_KINDS["a_better_prize_than_was_drawn"][1]()[0]
    assert main(["verify", write("better.json", better)]) == 1
    out = capsys.readouterr().out
    assert "1  draws" in out
    assert "what was drawn is not what the numbers say" in out


def test_a_file_that_only_looks_like_draws_is_not_read(write: Write, capsys: Capture) -> None:
    for text in ('{"draws": ', '{"draws": 7}'):
        assert main(["verify", write("x.json", text)]) == 2
        assert "is no JSON object with draws" in capsys.readouterr().err
