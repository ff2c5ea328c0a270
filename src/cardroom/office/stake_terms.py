"""What can be set about a stake: practice players, and who else may sit there."""

from typing import Literal

import msgspec

from cardroom.room.people import PEOPLE, AccountKind

StakeSettingName = Literal["practice", "admission"]
Sitter = Literal["guest", "person", "program"]
"""Who may sit by the operator's word; practice players sit where some are wanted."""
PRACTICE_MAX = 60
"""At one stake."""
PRACTICE_IN_ALL_MAX = 600


class StakeTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What is set about a stake."""

    practice: int = 0
    sitters: frozenset[AccountKind] = PEOPLE

    @property
    def admits(self) -> frozenset[AccountKind]:
        """Everybody who may take a seat."""
        return self.sitters | {"practice"} if self.practice else self.sitters
