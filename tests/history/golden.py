"""The hands in tests/golden/: played by our own engine from a seed, written as PHH.

`python -m tests.history.golden` writes them again; read the difference before you keep it.
"""

from cardroom.history import HandRecord, hand_record, write_hand, write_hands
from tests.history.random_hands import random_hand
from tests.history.samples import ROOT

ONE = {"holdem-side-pots.phh": 132, "omaha.phh": 12, "fixed-limit.phh": 241}
SESSION = {"session.phhs": range(100, 120)}
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


def golden_texts() -> dict[str, str]:
    """Every golden file with the text that the engine of today gives."""
    texts = {name: write_hand(_record(seed)) for name, seed in ONE.items()}
    for name, seeds in SESSION.items():
        texts[name] = "".join(write_hands(_record(seed) for seed in seeds))
    return texts


def _record(seed: int) -> HandRecord:
    """Every second hand of money with a rake, the others of tournament chips."""
    raked = seed % 2 == 0
    hand = random_hand(seed, raked=raked)
    return hand_record(
        hand,
        currency="EUR" if raked else None,
        names=dict(enumerate(NAMES)),
        other={"hand": seed},
    )


if __name__ == "__main__":
    for name, text in golden_texts().items():
        (ROOT / "tests" / "golden" / name).write_text(text, encoding="utf-8")
