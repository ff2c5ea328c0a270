"""What a practice player makes of a proposal to share the prizes (TAMB-98)."""

from typing import Any


class DealMind:
    """Follows the page of one tournament, as far as a deal needs it."""

    def __init__(self) -> None:
        self._entry = 0
        self._stack = 0
        self._chips = 0
        self._left = 1
        self._answered = 0
        self._kind = ""

    def read(self, page: dict[str, Any]) -> int | None:
        """Take in the page or a change of it; the number of a proposal that wants an answer."""
        if page.get("me"):
            self._entry = page["me"]["entry"]
        if "row" in page:
            self._chips, self._left = page["row"]["chips"], max(1, page["row"]["left"])
        for player in page.get("players", ()):
            if player["entry"] == self._entry:
                self._stack = player["stack"]
        deal = page.get("deal")
        if deal is None or deal.get("until_ms") is None or deal["deal"] == self._answered:
            return None
        if self._entry in deal.get("accepted", ()):
            return None
        self._answered, self._kind = deal["deal"], deal["kind"]
        return self._answered

    @property
    def agrees(self) -> bool:
        """ICM is fair to everybody, chips to the larger stacks, even shares to the smaller ones."""
        match self._kind:
            case "icm":
                return True
            case "chips":
                return self._stack * self._left >= self._chips
            case _:
                return self._stack * self._left <= self._chips
