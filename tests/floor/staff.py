"""Who works on the floor in the tests, and a floor for them."""

from cardroom.floor.floor import By, Floor
from cardroom.floor.log import Operator, Role
from cardroom.rulebook import Edition
from tests.floor.rulings.asking import LIVE

NAMES: dict[Role, str] = {
    "manager": "Mara",
    "deputy": "Dan",
    "floor": "Fay",
    "cashier": "Cas",
    "display": "Hall",
}


def by(role: Role = "floor", at_s: int = 0, reason: str = "", seen: int | None = None) -> By:
    return By(Operator(NAMES[role], role), 1000 * at_s, reason, seen)


def floor(rules: Edition = LIVE) -> Floor:
    return Floor(rules)
