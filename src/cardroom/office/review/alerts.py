"""Alerts as the house keeps them: whom they are about, how strong, made from what."""

from collections.abc import Sequence
from math import log10
from typing import Literal, Protocol

import msgspec

from cardroom.integrity.alerts import BotAlert, Loss, PairAlert, SuperuserAlert
from cardroom.integrity.chat import Why
from cardroom.integrity.judged_before import JudgedBefore
from cardroom.ledger import CaseId, PlayerId
from cardroom.office.ports import AccountStore
from cardroom.room.requests import Report

AlertKind = Literal["pair", "superuser", "bot", "signal", "chat"]
AlertState = Literal["waiting", "open", "closed"]
"""Nobody has looked yet; there is a case; its case is closed."""
STRENGTH_MAX = 1000
LOSSES_SHOWN = 12


class Found(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What an alert was made from; stored for ever, players by their numbers."""

    @property
    def mentioned(self) -> set[PlayerId]:
        """Players who are named in it beside those whom it is about."""
        return set()


class PairFound(Found, frozen=True, kw_only=True, tag="pair"):
    """Two who play each other unlike everybody else, and who lost to whom around them."""

    alert: PairAlert
    losses: tuple[Loss, ...]

    @property
    def mentioned(self) -> set[PlayerId]:
        """Who lost to whom."""
        return {PlayerId(int(name)) for one in self.losses for name in (one.loser, one.winner)}


class SuperuserFound(Found, frozen=True, kw_only=True, tag="superuser"):
    """One whose decisions follow cards that they cannot see."""

    alert: SuperuserAlert


class BotFound(Found, frozen=True, kw_only=True, tag="bot"):
    """One whose times and choices look like a program's."""

    alert: BotAlert

    @property
    def mentioned(self) -> set[PlayerId]:
        """Accounts that choose alike."""
        return {PlayerId(int(one.player)) for one in self.alert.alike}


class SharedSignal(msgspec.Struct, frozen=True, kw_only=True):
    """What two accounts share, and how many accounts share it in all."""

    kind: Literal["address", "device", "payment"]
    accounts: int


class SignalFound(Found, frozen=True, kw_only=True, tag="signal"):
    """Two accounts that share something outside the hands, and where they have met."""

    shared: tuple[SharedSignal, ...]
    hands: int
    tournaments: tuple[int, ...]


class ChatFound(Found, frozen=True, kw_only=True, tag="chat"):
    """A line of chat that sounds like collusion, as it was written."""

    table: int
    text: str
    why: tuple[Why, ...]


AnyFound = PairFound | SuperuserFound | BotFound | SignalFound | ChatFound


class NewAlert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert to be kept; the same `evidence` is kept once."""

    kind: AlertKind
    first: PlayerId
    second: PlayerId | None = None
    evidence: str
    strength: int
    after_hand: int = 0
    until_hand: int = 0
    """The last hand that it was made from: later alerts about the same are made from later ones."""
    found: AnyFound


class HouseAlert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert with its number, and the case that was opened for it."""

    number: int
    at_ms: int
    new: NewAlert
    case: CaseId | None = None
    state: AlertState = "waiting"

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Whom it is about."""
        one, other = self.new.first, self.new.second
        return (one,) if other is None else (one, other)


class AlertStore(Protocol):
    """Alerts; a method that writes has written when it returns, and may be repeated."""

    async def add(self, new: Sequence[NewAlert], at_ms: int) -> int:
        """Keep alerts whose evidence is new; how many these were."""

    async def find(self, number: int) -> HouseAlert | None: ...

    async def by_strength(
        self, states: Sequence[AlertState], skip: int, limit: int
    ) -> list[HouseAlert]:
        """The strongest first, of equal ones the oldest."""

    async def of_case(self, case: CaseId) -> list[HouseAlert]:
        """What a case was opened for."""

    async def of_player(self, player: PlayerId) -> list[HouseAlert]:
        """All about one player, newest first."""

    async def open_case(
        self, number: int, actor: PlayerId, report: Report, at_ms: int
    ) -> HouseAlert:
        """Open a case for an alert, both at once; refused where it has one."""

    async def judged_before(self) -> JudgedBefore:
        """Up to which hands pairs and players have had alerts."""


def strength_of(p: float) -> int:
    """How unlikely something is by chance, in tenths of powers of ten: 1e-6 is 60."""
    return min(STRENGTH_MAX, max(0, round(-10 * log10(max(p, 1e-100)))))


def pair_alert(
    alert: PairAlert, losses: Sequence[Loss], before: JudgedBefore, hands: tuple[int, int]
) -> NewAlert:
    """A pair that a review has found; the losses are those of everybody."""
    one, other = sorted(map(int, alert.players))
    names = {str(one), str(other)}
    after = before.pairs.get((min(names), max(names)), 0)
    first, last = hands
    around = [loss for loss in losses if {loss.loser, loss.winner} & names]
    between = [loss for loss in around if {loss.loser, loss.winner} == names]
    rest = [loss for loss in around if {loss.loser, loss.winner} != names]
    return NewAlert(
        kind="pair",
        first=PlayerId(one),
        second=PlayerId(other),
        evidence=f"pair:{one}:{other}:{after}",
        strength=strength_of(alert.p),
        after_hand=max(after, first - 1),
        until_hand=last,
        found=PairFound(alert=alert, losses=(*between, *rest)[:LOSSES_SHOWN]),
    )


def superuser_alert(
    alert: SuperuserAlert, before: JudgedBefore, hands: tuple[int, int]
) -> NewAlert:
    """One who seems to see all cards."""
    after = max(0, before.until(alert.player))
    first, last = hands
    return NewAlert(
        kind="superuser",
        first=PlayerId(int(alert.player)),
        evidence=f"superuser:{alert.player}:{after}",
        strength=strength_of(alert.p),
        after_hand=max(after, first - 1),
        until_hand=last,
        found=SuperuserFound(alert=alert),
    )


def bot_alert(alert: BotAlert, before: JudgedBefore, hands: tuple[int, int]) -> NewAlert:
    """One who seems to be a program."""
    after = max(0, before.programs.get(alert.player, 0))
    first, last = hands
    return NewAlert(
        kind="bot",
        first=PlayerId(int(alert.player)),
        evidence=f"bot:{alert.player}:{after}",
        strength=strength_of(alert.p),
        after_hand=max(after, first - 1),
        until_hand=last,
        found=BotFound(alert=alert),
    )


async def concerns_people(alert: NewAlert, accounts: AccountStore) -> bool:
    """Whether an alert is about people: practice players are nobody's partners, programs are known
    as such, and a person is no partner of their own programs."""
    persons = set()
    for player in (alert.first, alert.second):
        account = None if player is None else await accounts.find(player)
        if account is not None and account.kind == "practice":
            return False
        if alert.kind == "bot" and account is not None and account.kind == "program":
            # It says so itself, and sits only where programs may (FAIR-07).
            return False
        persons.add(player if account is None else account.owner or player)
    # A person and their own programs come from one place, and say so.
    return alert.kind != "signal" or len(persons) > 1
