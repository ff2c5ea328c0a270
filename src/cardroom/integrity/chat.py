"""Chat that sounds like collusion: naming cards, sitting out or going easy by agreement.

It flags for a person to read, and punishes nobody: players joke, and tell of hands that are over.
"""

import re
from typing import Final, Literal

Why = Literal["names_cards", "goes_easy", "sits_out", "arranges_signals"]

_CARD = r"(?:[2-9tjqka]|10)(?:[shdc♠♥♦♣])?"
_PAIRED = r"(?:aces|kings|queens|jacks|tens|azen|heren|vrouwen|boeren|as|rois|dames|valets)"
_HAVE = (
    r"(?:i(?:'ve| have)(?: got)?|i got|i hold|holding|ik heb|heb ik|j'ai|je tiens)"
    r"(?: a| an| the| een| un| une| des)?(?: pair of| pocket| paar| paire d[e'])?"
)
PATTERNS: Final[dict[Why, re.Pattern[str]]] = {
    "names_cards": re.compile(
        rf"\b{_HAVE}\s*(?:{_CARD}\s*{_CARD}|{_PAIRED}|(?:the )?nuts|de nuts|les nuts)\b"
        r"|\b(?:what(?:'s| do) you (?:have|hold)|show me your cards|tell me your (?:cards|hand)"
        r"|wat heb (?:je|jij)|dis[- ]moi tes cartes|tu as quoi)\b",
        re.IGNORECASE,
    ),
    "goes_easy": re.compile(
        r"\b(?:(?:let's|we|we'll|don't|do not|won't|i won't|dont) (?:just )?"
        r"(?:check (?:it )?down|(?:raise|bet|bluff|attack) (?:me|you|each other))"
        r"|soft ?play|go easy on (?:me|you|each other)|check it down with me"
        r"|niet tegen elkaar|laten we checken|ga je niet verhogen|val me niet aan"
        r"|on (?:check|se check)e? jusqu'au bout|ne (?:te|me) relance pas|on ne se relance pas)\b",
        re.IGNORECASE,
    ),
    "sits_out": re.compile(
        r"\b(?:(?:please |just )?(?:sit|stay) out (?:so|until|till|and i|with me|for me)"
        r"|fold (?:to me|for me|this one for)|let me (?:win|have) (?:this|the next)"
        r"|i(?:'ll| will) (?:fold|give you)|laat mij (?:deze )?winnen|fold voor mij"
        r"|ik fold voor jou"
        r"|couche[- ]toi pour moi|laisse[- ]moi gagner|je me couche pour toi)\b",
        re.IGNORECASE,
    ),
    "arranges_signals": re.compile(
        r"\b(?:(?:on|over|op|sur) (?:discord|whatsapp|telegram|skype|signal|messenger)"
        r"|same team|split (?:it|the (?:money|winnings|prize))|we share (?:the )?(?:money|profit)"
        r"|samen (?:delen|spelen)|delen we de winst|on partage (?:les gains|l'argent|après))\b",
        re.IGNORECASE,
    ),
}
"""What is looked for, in English, Dutch and French."""


def chat_flags(text: str) -> tuple[Why, ...]:
    """Why a person should read a line of chat; nothing for ordinary talk."""
    line = text.replace("\u2019", "'")
    return tuple(why for why, pattern in PATTERNS.items() if pattern.search(line))
