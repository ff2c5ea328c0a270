"""Chat that sounds like collusion is flagged; ordinary talk at a table is not."""

import pytest

from cardroom.integrity.chat import chat_flags

FLAGGED = {
    "I have AK": "names_cards",
    "i got pocket aces": "names_cards",
    "ik heb azen": "names_cards",
    "j\u2019ai AsKs": "names_cards",
    "what do you have?": "names_cards",
    "tell me your hand": "names_cards",
    "let's check it down": "goes_easy",
    "don't raise me, I don't raise you": "goes_easy",
    "softplay?": "goes_easy",
    "on ne se relance pas": "goes_easy",
    "fold to me please": "sits_out",
    "let me win this": "sits_out",
    "sit out until he is gone": "sits_out",
    "ik fold voor jou": "sits_out",
    "talk on discord": "arranges_signals",
    "we share the profit": "arranges_signals",
    "on partage les gains": "arranges_signals",
}
ORDINARY = (
    "nice hand", "well played!", "gg", "gl all", "wow, what a river", "good evening everybody",
    "I have to go soon", "ik heb honger", "j'ai faim", "unlucky", "aces again?!",
    "you always have it",
    "sorry, bad connection", "how do I sit out?", "merci, bonne chance", "mooi gespeeld",
    "he folded the nuts", "I had nothing", "raise or fold, my friend", "thanks for the game",
)  # fmt: skip


@pytest.mark.parametrize(("line", "why"), FLAGGED.items())
def test_a_line_that_sounds_like_collusion_is_flagged(line: str, why: str) -> None:
    assert why in chat_flags(line)


@pytest.mark.parametrize("line", ORDINARY)
def test_ordinary_talk_is_not_flagged(line: str) -> None:
    assert chat_flags(line) == ()
