"""Players accept the rules once, before their first seat or registration (CASH-18, TRN-01).

What is accepted is an edition by its name and the version of its content: other house rules, or
another edition, ask again. A program plays under the acceptance of its owner, whom it may save the
trouble; the house's own practice players never ask here.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.rulebook import Edition
from cardroom.rulebook.content import content_version

REMEMBERED_MAX = 100_000
"""How many acceptances are kept in memory; the store has them all."""


class Acceptance(msgspec.Struct, frozen=True, kw_only=True):
    """That a person has accepted rules, and when."""

    player: PlayerId
    edition: str
    version: str
    at_ms: int


class AcceptanceStore(Protocol):
    """Who has accepted which rules; a method that writes has written when it returns."""

    async def accept(self, acceptance: Acceptance) -> Acceptance:
        """Keep an acceptance once: the first one counts."""

    async def accepted_by(self, player: PlayerId) -> Sequence[Acceptance]:
        """Everything that a person has accepted, oldest first."""


class RulesInForce(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that something in the room is played by."""

    edition: str
    title: str
    version: str


class RulesToAccept(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that are in force, and when the player has accepted them (0: not yet)."""

    edition: str
    title: str
    version: str
    accepted_ms: int = 0


def in_force(rules: Edition) -> RulesInForce:
    """What a player is asked to accept."""
    return RulesInForce(edition=rules.name, title=rules.title, version=content_version(rules))


class RulesDesk:
    """Knows which rules are in force, and who has accepted them."""

    def __init__(self, store: AcceptanceStore, clock: Clock, own: Edition) -> None:
        self.own = in_force(own)
        """The rules of the cash games."""
        self.others: Callable[[], Iterable[Edition]] = tuple
        """The rules that tournaments name; set where there are any."""
        self._store = store
        self._clock = clock
        self._others: dict[str, RulesInForce] = {}
        self._accepted: dict[tuple[PlayerId, str, str], None] = {}

    @property
    def now_ms(self) -> int:
        return self._clock.now_ms()

    def all_in_force(self) -> list[RulesInForce]:
        """Everything that is played by here, the room's own rules first."""
        found = {self.own.edition: self.own}
        for rules in self.others():
            if rules.name not in self._others:
                self._others[rules.name] = in_force(rules)
            found.setdefault(rules.name, self._others[rules.name])
        return list(found.values())

    def named(self, edition: str) -> RulesInForce | None:
        """The rules of that name, if anything is played by them."""
        if edition == self.own.edition:
            return self.own
        return next((one for one in self.all_in_force() if one.edition == edition), None)

    async def state(self, person: PlayerId) -> list[RulesToAccept]:
        """All rules in force, and which of them a person has accepted."""
        known = {
            (one.edition, one.version): one.at_ms for one in await self._store.accepted_by(person)
        }
        return [
            RulesToAccept(
                edition=one.edition,
                title=one.title,
                version=one.version,
                accepted_ms=known.get((one.edition, one.version), 0),
            )
            for one in self.all_in_force()
        ]

    async def verify(self, caller: Caller, rule: str, edition: str) -> None:
        """Refuse a player who has not accepted the rules that they are about to play by."""
        rules = self.named(edition) or self.own
        if self._remembers(caller.person, rules):
            return
        accepted = await self._store.accepted_by(caller.person)
        if any((one.edition, one.version) == (rules.edition, rules.version) for one in accepted):
            self._remember(caller.person, rules)
            return
        asked = msgspec.structs.asdict(rules)
        raise AccessRefused(rule, "rules_not_accepted", {**asked, "changed": bool(accepted)})

    async def accept(self, caller: Caller, edition: str, version: str) -> Acceptance:
        """Note that a player has accepted rules that are in force; the first time counts."""
        rules = self.named(edition)
        if rules is None:
            known = [one.edition for one in self.all_in_force()]
            raise AccessRefused(Net.UNKNOWN, "no_such_edition", {"known": known})
        if version != rules.version:
            now = msgspec.structs.asdict(rules)
            raise AccessRefused("CASH-18", "rules_have_changed", now)
        kept = await self._store.accept(
            Acceptance(
                player=caller.person,
                edition=edition,
                version=version,
                at_ms=self.now_ms,
            )
        )
        self._remember(caller.person, rules)
        return kept

    def _remembers(self, person: PlayerId, rules: RulesInForce) -> bool:
        return (person, rules.edition, rules.version) in self._accepted

    def _remember(self, person: PlayerId, rules: RulesInForce) -> None:
        while len(self._accepted) >= REMEMBERED_MAX:
            del self._accepted[next(iter(self._accepted))]
        self._accepted[person, rules.edition, rules.version] = None
