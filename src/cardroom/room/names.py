"""Names and passwords: what an account may be called, and what protects it."""

import re

from cardroom.errors import AccessRefused
from cardroom.room.net import Net

NAME_LENGTH_MIN = 3
NAME_LENGTH_MAX = 16
PASSWORD_LENGTH_MIN = 8
PASSWORD_LENGTH_MAX = 128

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_GUEST = "guest"

RESERVED = frozenset(
    {
        "admin", "administrator", "bank", "cardroom", "cashier", "dealer", "floor", "floorman",
        "help", "host", "house", "manager", "mod", "moderator", "nobody", "null", "official",
        "operator", "owner", "rail", "risk", "root", "security", "server", "staff", "support",
        "system", "undefined",
    }
)  # fmt: skip
"""Names that could be taken for the house."""

COMMON_PASSWORDS = frozenset(
    {
        "00000000", "11111111", "12121212", "123123123", "12341234", "12345678", "123456789",
        "1234567890", "1q2w3e4r", "1qaz2wsx", "87654321", "88888888", "abc12345", "abcd1234",
        "aaaaaaaa", "asdfasdf", "asdfghjk", "baseball", "cardroom", "computer", "football",
        "iloveyou", "internet", "letmein1", "michelle", "passw0rd", "password", "password1",
        "password12", "password123", "pokerpoker", "princess", "q1w2e3r4", "qwer1234", "qwertyui",
        "qwertyuiop", "starwars", "sunshine", "superman", "trustno1", "welcome1", "whatever",
    }
)  # fmt: skip


def name_key(name: str) -> str:
    """What must be unique about a name: nobody is to be mistaken for somebody else."""
    return name.casefold().replace("-", "_")


def verify_name(name: str) -> str:
    """Refuse a name that is too short, too long, misleading or reserved; return its key."""
    if not NAME_LENGTH_MIN <= len(name) <= NAME_LENGTH_MAX:
        legal = {"from": NAME_LENGTH_MIN, "to": NAME_LENGTH_MAX}
        raise AccessRefused(Net.ACCOUNT, "name_length", legal)
    if not _NAME.fullmatch(name):
        raise AccessRefused(Net.ACCOUNT, "name_letters")
    key = name_key(name)
    if key.replace("_", "") in RESERVED or key.startswith(_GUEST):
        raise AccessRefused(Net.ACCOUNT, "name_reserved")
    return key


def guest_name(token: str) -> str:
    """The name of a guest, made of chance."""
    letters = re.sub(r"[^A-Za-z0-9]", "", token)
    return f"Guest-{letters[:8]}"


def verify_password(password: str, name: str) -> None:
    """Refuse a password that is short, endless, common or the name itself."""
    if not PASSWORD_LENGTH_MIN <= len(password) <= PASSWORD_LENGTH_MAX:
        legal = {"from": PASSWORD_LENGTH_MIN, "to": PASSWORD_LENGTH_MAX}
        raise AccessRefused(Net.ACCOUNT, "password_length", legal)
    folded = password.casefold()
    if folded in COMMON_PASSWORDS or len(set(folded)) == 1 or name.casefold() in folded:
        raise AccessRefused(Net.ACCOUNT, "password_guessable")
