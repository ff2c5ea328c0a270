"""Chat at the table: what players may write, as far as a machine can tell (FAIR-01)."""

import re
import unicodedata

from cardroom.errors import AccessRefused
from cardroom.room.net import Net

_ENDINGS = "app|bet|biz|casino|cc|club|co|com|de|dev|eu|fr|games|gg|info|io|ly|me|net|nl|online"
_ENDINGS += "|org|poker|ru|shop|site|tk|to|tv|uk|us|win|xyz"
_LINK = re.compile(
    r"[a-z][a-z0-9+.-]*://"
    r"|\bwww\."
    rf"|\b[\w-]+\.(?:{_ENDINGS})\b"
    rf"|\b[\w-]+\s*(?:\(dot\)|\[dot\]|\bdot\b)\s*(?:{_ENDINGS})\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b"
    r"|\S+@\S+\.\w+",
    re.IGNORECASE,
)


def clean_chat(text: str) -> str:
    """One line without control characters; what is a link, or nothing, is refused."""
    line = unicodedata.normalize("NFKC", text)
    line = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in line)
    line = " ".join(line.split())
    if not line:
        raise AccessRefused(Net.CHAT, "nothing_said")
    if _LINK.search(line):
        raise AccessRefused(Net.CHAT, "no_links")
    return line
