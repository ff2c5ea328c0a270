"""Whatever the floor refuses, a console says in a sentence, in each of its languages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REASON = re.compile(r'FloorRefused\(\s*"[^"]+",\s*"(\w+)"')
KEY = re.compile(r"^  (\w+): \"(.+)\",$", re.MULTILINE)
DECIDES = ("floor", "room/floor")


def reasons() -> set[str]:
    files = [file for one in DECIDES for file in (ROOT / "src/cardroom" / one).rglob("*.py")]
    return {reason for file in files for reason in REASON.findall(file.read_text("utf-8"))}


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_every_refusal_of_the_floor_is_a_sentence(language: str) -> None:
    text = (ROOT / "web/src/i18n" / language / "floor/floor_refusals.ts").read_text("utf-8")
    sentences = dict(KEY.findall(text))
    assert len(reasons()) > 100
    assert reasons() - sentences.keys() == set()
    assert all(sentences[reason][-1] in ".!?}" for reason in reasons())
