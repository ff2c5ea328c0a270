"""HTTP: what the house does with tournaments; every deed has a reason in the log of the staff."""

from typing import Annotated, Any

import msgspec

from cardroom.errors import AccessRefused, InvalidFile
from cardroom.floor.money.payments import paid_for
from cardroom.ledger import FloorId, PlayerId, TournamentId
from cardroom.office.altering import Payouts
from cardroom.office.tournaments import PlannedStart, TournamentOffice, TournamentOrder
from cardroom.room.net import Net
from cardroom.room.records import ReasonText
from cardroom.room.requests import Amount, Number, RequestId
from cardroom.room.tournaments.house_messages import CancelPreview
from cardroom.room.tournaments.records import LiveEntry, Voucher
from cardroom.server.api.house import Lifting
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit
from cardroom.server.sockets.messages import BadMessage
from cardroom.tournament.ids import EntryId
from cardroom.tournament.info import TournamentInfo

FILE_LENGTH_MAX = 20_000
LEVELS_MAX = 200
CALENDAR_MS_MAX = 184 * 86_400_000
Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
Shares = Annotated[dict[EntryId, Amount], msgspec.Meta(max_length=10_000)]
"""Cents by entry: what the players left get in place of the policy (CXL-11)."""


class Creation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament to be held once: `template` is the name of one of the timetable, or `toml` is a
    file like those of the timetable without [schedule]; `file` is what messages call it. A Sit & Go
    or a HexaPro game has no start: it starts when it is full."""

    id: RequestId
    reason: ReasonText
    starts_ms: Number | None = None
    template: Annotated[str, msgspec.Meta(max_length=80)] = ""
    file: Annotated[str, msgspec.Meta(max_length=200)] = "the file"
    toml: Annotated[str, msgspec.Meta(max_length=FILE_LENGTH_MAX)] = ""
    practice_players: Annotated[int, msgspec.Meta(ge=0, le=120)] = 0
    programs: bool = False


class Created(msgspec.Struct, frozen=True, kw_only=True):
    """The number of the new tournament."""

    tournament: TournamentId


class Templates(msgspec.Struct, frozen=True, kw_only=True):
    """Tournaments of the timetable that can be held once more."""

    templates: list[str]
    infos: dict[str, TournamentInfo]
    """What would be announced of each of them, start aside."""


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """From one moment until before another, at the most half a year."""

    from_ms: Number
    until_ms: Number


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """What the timetable has in a stretch of time, in order."""

    starts: list[PlannedStart]


class Delay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A later start."""

    starts_ms: Number
    reason: ReasonText


class LevelTimes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A length for every level; the present and past ones keep theirs (TAMB-96)."""

    level_s: Annotated[tuple[Seconds, ...], msgspec.Meta(min_length=1, max_length=LEVELS_MAX)]
    reason: ReasonText


class Breaks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether there are synchronised breaks (BRK-01)."""

    on: bool
    reason: ReasonText


class PracticeCount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """This many practice players may enter; whoever is one too many leaves."""

    count: Annotated[int, msgspec.Meta(ge=0, le=120)]
    reason: ReasonText


class PracticeChanged(msgspec.Struct, frozen=True, kw_only=True):
    """How many practice players have left."""

    removed: int


class CaseDeed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something done to a player, in a case."""

    player: Number
    case: Number
    reason: ReasonText


class PlayerDeed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something done to a player."""

    player: Number
    reason: ReasonText


class PreviewOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shares in place of those of the policy, if any (CXL-11)."""

    shares: Shares | None = None


class Cancellation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Book what was previewed: `step` is the preview's own."""

    step: Number
    reason: ReasonText
    shares: Shares | None = None


class PayoutsOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """New shares of a cancelled tournament, by entry; the others stay (CXL-11)."""

    shares: Shares


class Alteration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Book what was previewed: `alteration` is the preview's own."""

    alteration: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    shares: Shares
    reason: ReasonText


class Vouchers(msgspec.Struct, frozen=True, kw_only=True):
    """Packages for live tournaments, oldest first (TYP-05)."""

    vouchers: list[Voucher]


class Redemption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a live tournament that a voucher pays; what it is worth more stays with the
    house, for the rest of the package."""

    floor: Number
    entry: Number
    reason: ReasonText


class WantedVouchers(msgspec.Struct, frozen=True, kw_only=True):
    """Whether those that were given are listed too."""

    all: bool = False


async def tournament_templates(visit: Visit, _body: None) -> Templates:
    """What can be created by its name."""
    office = _office(visit)
    return Templates(templates=list(office.templates), infos=office.template_infos)


async def tournament_calendar(visit: Visit, wanted: Stretch) -> Calendar:
    """What starts when."""
    if not wanted.from_ms < wanted.until_ms <= wanted.from_ms + CALENDAR_MS_MAX:
        raise BadMessage("does_not_fit", "until_ms is after from_ms, by at most half a year")
    return Calendar(starts=_office(visit).calendar(wanted.from_ms, wanted.until_ms))


async def create_tournament(visit: Visit, body: Creation) -> Created:
    """Announce a tournament; the same id again is the same tournament."""
    if bool(body.template) == bool(body.toml):
        raise BadMessage("does_not_fit", "either template or toml")
    order = TournamentOrder(
        key=f"{visit.account.player}:{body.id}",
        starts_ms=body.starts_ms,
        template=body.template,
        file=body.file,
        text=body.toml,
        practice_players=body.practice_players,
        programs=body.programs,
    )
    try:
        made = await _office(visit).create(visit.caller, order, body.reason)
    except InvalidFile as error:
        raise BadMessage("does_not_fit", str(error)) from None
    return Created(tournament=made)


async def delay_tournament(visit: Visit, body: Delay) -> Done:
    """Start later."""
    await _office(visit).delay(visit.caller, _number(visit), body.starts_ms, body.reason)
    return Done()


async def pause_tournament(visit: Visit, body: Lifting) -> Done:
    """Stop dealing and the level clock."""
    await _office(visit).pause(visit.caller, _number(visit), body.reason)
    return Done()


async def resume_tournament(visit: Visit, body: Lifting) -> Done:
    """Go on."""
    await _office(visit).resume(visit.caller, _number(visit), body.reason)
    return Done()


async def try_again(visit: Visit, body: Lifting) -> Done:
    """Go on from what is stored."""
    await _office(visit).try_again(visit.caller, _number(visit), body.reason)
    return Done()


async def change_level_times(visit: Visit, body: LevelTimes) -> Done:
    """Give the coming levels other lengths."""
    office = _office(visit)
    await office.change_level_times(visit.caller, _number(visit), body.level_s, body.reason)
    return Done()


async def change_breaks(visit: Visit, body: Breaks) -> Done:
    """Switch the synchronised breaks on or off."""
    await _office(visit).change_breaks(visit.caller, _number(visit), body.reason, on=body.on)
    return Done()


async def change_practice_players(visit: Visit, body: PracticeCount) -> PracticeChanged:
    """Add or remove practice players before the start."""
    removed = await _office(visit).change_practice_players(
        visit.caller, _number(visit), body.count, body.reason
    )
    return PracticeChanged(removed=removed)


async def review_player(visit: Visit, body: CaseDeed) -> Done:
    """Hold what a player wins."""
    player = PlayerId(body.player)
    await _office(visit).review(visit.caller, _number(visit), player, body.case, body.reason)
    return Done()


async def lift_review(visit: Visit, body: PlayerDeed) -> Done:
    """Pay what a player wins from now on."""
    player = PlayerId(body.player)
    await _office(visit).lift_review(visit.caller, _number(visit), player, body.reason)
    return Done()


async def disqualify_player(visit: Visit, body: CaseDeed) -> Done:
    """Put a player out."""
    player = PlayerId(body.player)
    await _office(visit).disqualify(visit.caller, _number(visit), player, body.case, body.reason)
    return Done()


async def preview_cancel(visit: Visit, body: PreviewOrder) -> CancelPreview:
    """Every refund and prize, before anything is booked."""
    return await _office(visit).preview_cancel(_number(visit), body.shares)


async def cancel_tournament(visit: Visit, body: Cancellation) -> Done:
    """Book what was previewed."""
    await _office(visit).cancel(visit.caller, _number(visit), body.step, body.shares, body.reason)
    return Done()


async def preview_payouts(visit: Visit, body: PayoutsOrder) -> Payouts:
    """What the house would add, before anything is booked."""
    return await _office(visit).preview_payouts(_number(visit), body.shares)


async def alter_payouts(visit: Visit, body: Alteration) -> Payouts:
    """Book what was previewed; large amounts wait for a second administrator."""
    return await _office(visit).alter_payouts(
        visit.caller, _number(visit), body.alteration, body.shares, body.reason
    )


async def vouchers(visit: Visit, wanted: WantedVouchers) -> Vouchers:
    """The packages that players have won."""
    found = await _office(visit).vouchers(only_open=not wanted.all)
    return Vouchers(vouchers=list(found))


async def fulfil_voucher(visit: Visit, body: Lifting) -> Voucher:
    """A package was given; the reason says how."""
    return await _office(visit).fulfil(visit.caller, visit.path_number("voucher"), body.reason)


async def redeem_voucher(visit: Visit, body: Redemption) -> Voucher:
    """A voucher pays an entry of a live tournament."""
    office, floors = _office(visit), visit.services.ports.floors
    if floors is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_floor")
    floor, entry = FloorId(body.floor), EntryId(body.entry)
    price = paid_for(await floors.looked_at(floor, visit.caller), entry)
    pays = LiveEntry(floor, entry, price)
    return await office.fulfil(visit.caller, visit.path_number("voucher"), body.reason, pays)


def _office(visit: Visit) -> TournamentOffice:
    office = visit.services.ports.tournament_office
    if office is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_tournament")
    return office


def _number(visit: Visit) -> TournamentId:
    return TournamentId(visit.path_number("tournament"))


ALL = "/api/admin/tournaments"
ONE = f"{ALL}/{{tournament}}"
STAFF: dict[str, Any] = {"method": "POST", "answer": Done, "access": "floor"}
RISK: dict[str, Any] = {"method": "POST", "answer": Done, "access": "risk"}

ROUTES = (
    Route(
        method="GET", path=f"{ALL}/templates", handler=tournament_templates, answer=Templates,
        access="floor", summary="Tournaments of the timetable that can be held once more",
    ),
    Route(
        method="GET", path=f"{ALL}/calendar", handler=tournament_calendar, answer=Calendar,
        params=Stretch, access="floor", summary="What the timetable has in a stretch of time",
    ),
    Route(
        method="POST", path=ALL, handler=create_tournament, body=Creation, answer=Created,
        access="floor", summary="Create a tournament from a template or a file",
    ),
    Route(
        **STAFF, path=f"{ONE}/delay", handler=delay_tournament, body=Delay,
        summary="Start a tournament later than announced",
    ),
    Route(
        **STAFF, path=f"{ONE}/pause", handler=pause_tournament, body=Lifting,
        summary="Stop dealing and the level clock after the hands in progress",
    ),
    Route(
        **STAFF, path=f"{ONE}/resume", handler=resume_tournament, body=Lifting,
        summary="Go on after a pause",
    ),
    Route(
        **STAFF, path=f"{ONE}/try-again", handler=try_again, body=Lifting,
        summary="Let a tournament go on that has stopped by a mistake of the software",
    ),
    Route(
        **STAFF, path=f"{ONE}/level-times", handler=change_level_times, body=LevelTimes,
        summary="Give the coming levels other lengths",
    ),
    Route(
        **STAFF, path=f"{ONE}/breaks", handler=change_breaks, body=Breaks,
        summary="Switch the synchronised breaks on or off",
    ),
    Route(
        method="POST", path=f"{ONE}/practice-players", handler=change_practice_players,
        body=PracticeCount, answer=PracticeChanged, access="floor",
        summary="Add or remove practice players before the start",
    ),
    Route(
        **RISK, path=f"{ONE}/review", handler=review_player, body=CaseDeed,
        summary="Hold what a player wins until a case is closed",
    ),
    Route(
        **RISK, path=f"{ONE}/review/lift", handler=lift_review, body=PlayerDeed,
        summary="Pay what a player wins from now on; what is held waits for its case",
    ),
    Route(
        **RISK, path=f"{ONE}/disqualify", handler=disqualify_player, body=CaseDeed,
        summary="Put a player out; prize and bounty are held in a case",
    ),
    Route(
        method="POST", path=f"{ONE}/cancel/preview", handler=preview_cancel, body=PreviewOrder,
        answer=CancelPreview, access="administrator",
        summary="Every refund and prize of a cancellation; books nothing",
    ),
    Route(
        method="POST", path=f"{ONE}/cancel", handler=cancel_tournament, body=Cancellation,
        answer=Done, access="administrator", summary="Cancel a tournament as previewed",
    ),
    Route(
        method="POST", path=f"{ONE}/payouts/preview", handler=preview_payouts, body=PayoutsOrder,
        answer=Payouts, access="administrator",
        summary="What other shares of a cancelled tournament would cost; books nothing",
    ),
    Route(
        method="POST", path=f"{ONE}/payouts", handler=alter_payouts, body=Alteration,
        answer=Payouts, access="administrator",
        summary="Raise the shares of a cancelled tournament as previewed; large amounts wait",
    ),
    Route(
        method="GET", path="/api/admin/vouchers", handler=vouchers, answer=Vouchers,
        params=WantedVouchers, access="floor", summary="Packages for live tournaments",
    ),
    Route(
        method="POST", path="/api/admin/vouchers/{voucher}/fulfil", handler=fulfil_voucher,
        body=Lifting, answer=Voucher, access="floor", summary="A package was given to its player",
    ),
    Route(
        method="POST", path="/api/admin/vouchers/{voucher}/redeem", handler=redeem_voucher,
        body=Redemption, answer=Voucher, access="floor",
        summary="A package pays an entry of a live tournament, in place of coins at its desk",
    ),
)  # fmt: skip
