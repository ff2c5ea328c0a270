"""What players have beside their games, in memory: accepted rules, notices, requests for help."""

from collections.abc import Sequence

from msgspec.structs import replace

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.office.help_desk import (
    A_DAY_MAX,
    DAY_MS,
    OPEN_MAX,
    HelpKind,
    HelpRequest,
    HelpState,
    NewHelpRequest,
)
from cardroom.room.acceptance import Acceptance
from cardroom.room.net import Net
from cardroom.room.noticeboard import PlayerNotice


class FakeAcceptances:
    """AcceptanceStore in a dict."""

    def __init__(self) -> None:
        self.kept: dict[tuple[PlayerId, str, str], Acceptance] = {}

    async def accept(self, acceptance: Acceptance) -> Acceptance:
        key = acceptance.player, acceptance.edition, acceptance.version
        return self.kept.setdefault(key, acceptance)

    async def accepted_by(self, player: PlayerId) -> list[Acceptance]:
        own = (one for one in self.kept.values() if one.player == player)
        return sorted(own, key=lambda one: one.at_ms)


class FakeNotices:
    """NoticeStore in a dict."""

    def __init__(self) -> None:
        self.kept: dict[str, PlayerNotice] = {}
        self.seen: set[str] = set()

    async def post(self, notices: Sequence[PlayerNotice]) -> None:
        for one in notices:
            self.kept.setdefault(one.key, one)

    async def unseen(self, player: PlayerId, limit: int) -> list[PlayerNotice]:
        own = [one for one in self.kept.values() if one.player == player]
        waiting = [one for one in own if one.key not in self.seen]
        return sorted(waiting, key=lambda one: (one.at_ms, one.key))[:limit]

    async def mark_seen(self, player: PlayerId, keys: Sequence[str], at_ms: int) -> None:
        assert at_ms > 0
        self.seen |= {key for key in keys if key in self.kept and self.kept[key].player == player}


class FakeHelpRequests:
    """HelpStore in a dict."""

    def __init__(self) -> None:
        self.kept: dict[int, HelpRequest] = {}
        self.ids: dict[tuple[PlayerId, str], int] = {}

    async def open(self, player: PlayerId, new: NewHelpRequest, at_ms: int) -> HelpRequest:
        known = self.ids.get((player, new.id))
        if known is not None:
            kept = self.kept[known]
            if (kept.kind, kept.subject, kept.text) != (new.kind, new.subject, new.text):
                raise AccessRefused(Net.FORM, "id_with_another_content")
            return kept
        own = [one for one in self.kept.values() if one.player == player]
        waiting = sum(one.state == "open" for one in own)
        today = sum(one.at_ms > at_ms - DAY_MS for one in own)
        if waiting >= OPEN_MAX or today >= A_DAY_MAX:
            raise AccessRefused("NET-04", "too_many_help_requests", {"at_most": OPEN_MAX})
        number = len(self.kept) + 1
        self.ids[player, new.id] = number
        self.kept[number] = HelpRequest(
            number=number, player=player, kind=new.kind, subject=new.subject, text=new.text,
            at_ms=at_ms, state="open",
        )  # fmt: skip
        return self.kept[number]

    async def find(self, number: int) -> HelpRequest | None:
        return self.kept.get(number)

    async def of_player(self, player: PlayerId, before: int, limit: int) -> list[HelpRequest]:
        own = [one for one in self.kept.values() if one.player == player and one.number < before]
        return own[::-1][:limit]

    async def by_state(
        self, states: Sequence[HelpState], after: int, limit: int
    ) -> list[HelpRequest]:
        found = [one for one in self.kept.values() if one.state in states and one.number > after]
        return found[:limit]

    async def answer(self, number: int, actor: PlayerId, text: str, at_ms: int) -> HelpRequest:
        if number not in self.kept:
            raise AccessRefused(Net.UNKNOWN, "no_such_help_request")
        if self.kept[number].state != "open":
            raise OperatorRefused(
                Net.HELP, "help_request_is_not_open", {"state": self.kept[number].state}
            )
        self.kept[number] = replace(
            self.kept[number], state="answered", answer=text, answered_by=actor, answered_ms=at_ms
        )
        return self.kept[number]

    async def close(self, number: int, actor: PlayerId, at_ms: int) -> HelpRequest:
        if number not in self.kept:
            raise AccessRefused(Net.UNKNOWN, "no_such_help_request")
        if self.kept[number].state != "closed":
            self.kept[number] = replace(
                self.kept[number], state="closed", closed_by=actor, closed_ms=at_ms
            )
        return self.kept[number]


class FakeSubjects:
    """Everybody has played the hand `hand:7:1:1` and nothing else."""

    async def is_own(self, player: PlayerId, kind: HelpKind, subject: str) -> bool:
        assert player
        return (kind, subject) == ("hand", "hand:7:1:1")
