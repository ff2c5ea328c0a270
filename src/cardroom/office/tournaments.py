"""What operators do with tournaments: create, delay, pause, change, cancel; each with a reason.

The room does it; this desk verifies, and writes it into the log of the staff.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import tzinfo

import msgspec

from cardroom.errors import AccessRefused, EntryRefused, OperatorRefused
from cardroom.ledger import CaseId, PlayerId, TournamentId
from cardroom.office.altering import Altering, Payouts
from cardroom.office.bookings import BookingDesk
from cardroom.office.casework import Casework
from cardroom.office.tournament_offers import OfferOffice
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.charter import Announced, new_tournament
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.house.staff import StaffDesk
from cardroom.room.tournaments.house_messages import CancelPreview
from cardroom.room.tournaments.records import LiveEntry, Voucher
from cardroom.rulebook import Edition
from cardroom.rulebook.source import Source
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.file import published
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.ids import EntryId
from cardroom.tournament.info import TournamentInfo, info_of
from cardroom.tournament.timetable.file import read_single
from cardroom.tournament.timetable.occurrences import MS, local
from cardroom.tournament.timetable.timetable import HouseDefaults
from cardroom.units import Cents

AHEAD_MS_MAX = 366 * 86_400_000
"""How far ahead a tournament may be created."""


class TournamentOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament to be held once: like one of the timetable, or by a file of its own."""

    key: str
    starts_ms: int | None
    """None for a Sit & Go or a HexaPro game, which starts when it is full (TYP-02)."""
    template: str = ""
    file: str = ""
    text: str = ""
    practice_players: int = 0
    programs: bool = False


class PlannedStart(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of the timetable, and when it is announced and starts."""

    name: str
    starts_ms: int
    announced_ms: int


class TournamentOffice:
    """The operator's desk over the house of tournaments."""

    def __init__(
        self,
        house: TournamentHouse,
        cases: CaseBook,
        casework: Casework,
        bookings: BookingDesk,
        *,
        rules: Edition,
        currency: str,
        zone: tzinfo,
    ) -> None:
        self._house = house
        self._zone = zone
        services = house.services
        self._altering = Altering(services.store, services.schedules, bookings)
        self.offers = OfferOffice(house, cases)
        self._cases = cases
        self._casework = casework
        self._rules = HouseDefaults(rules, currency)
        self._made: dict[str, tuple[TournamentOrder, TournamentId]] = {}
        """What was created by which key: asked for again, it is the same one."""
        self._one_at_a_time = asyncio.Lock()
        """Two with one name, or of one key, are not created in the same moment."""

    # Which tournaments there are

    @property
    def templates(self) -> Sequence[str]:
        """The tournaments of the timetable that can be held once more."""
        return [one.name for one in self._house.timetable.scheduled]

    @property
    def template_infos(self) -> dict[str, TournamentInfo]:
        """What would be announced of each of them, start aside (TRN-03)."""
        scheduled = self._house.timetable.scheduled
        return {one.name: self._info(one.definition) for one in scheduled}

    def _info(self, definition: Definition) -> TournamentInfo:
        terms = terms_of(definition, self._edition_of(definition), starts_ms=0)
        return info_of(definition, terms.rules, starts_ms=None)

    def calendar(self, from_ms: int, until_ms: int) -> list[PlannedStart]:
        """What starts when by the timetable; operators' own tournaments are in the list."""
        planned = self._house.planned(from_ms, until_ms)
        return [
            PlannedStart(name=one.name, starts_ms=one.starts_ms, announced_ms=one.announced_ms)
            for one in planned
        ]

    async def create(self, caller: Caller, order: TournamentOrder, reason: str) -> TournamentId:
        """Announce a tournament; the same key again is the same one, also after a restart."""
        async with self._one_at_a_time:
            made = self._made.get(order.key)
            if made is None:
                made = order, await self._create(caller, order, reason)
                self._made[order.key] = made
        if made[0] != order:
            raise AccessRefused(Net.FORM, "id_with_another_content")
        return made[1]

    async def _create(self, caller: Caller, order: TournamentOrder, reason: str) -> TournamentId:
        definition, key = self._definition(order), f"operator:{order.key}"
        announced = Announced(
            definition=definition,
            practice_players=order.practice_players,
            programs=order.programs,
        )
        known = self._house.made_by(key)
        if known is not None:
            if (known.charter.announced, known.charter.terms.starts_ms) != (
                announced,
                order.starts_ms,
            ):
                raise AccessRefused(Net.FORM, "id_with_another_content")
            return known.id
        now = self._verify_moment(order.starts_ms)
        self._verify_new(order, definition)
        terms = terms_of(
            definition,
            self._edition_of(definition),
            starts_ms=order.starts_ms,
            utc_offset_ms=self._utc_offset_ms(order.starts_ms),
        )
        new = new_tournament(announced, terms, key=key, template=order.template, created_ms=now)
        actor = await self._house.create(new)
        await self._record(caller, "created_tournament", actor.id, reason)
        return actor.id

    def _verify_moment(self, starts_ms: int | None) -> int:
        """A start is ahead, and not too far; what time it is."""
        now = self._house.services.clock.now_ms()
        if starts_ms is not None and not now < starts_ms <= now + AHEAD_MS_MAX:
            raise OperatorRefused("TRN-02", "starts_in_the_past_or_too_far_ahead", {"now_ms": now})
        return now

    def _definition(self, order: TournamentOrder) -> Definition:
        timetable = self._house.timetable
        if order.template:
            scheduled = timetable.scheduled_by(order.template)
            if scheduled is None:
                raise OperatorRefused("TRN-01", "no_such_template", {"known": self.templates})
            if scheduled.definition.kind == "phased":
                raise OperatorRefused("TYP-12", "held_by_its_timetable_only")
            return scheduled.definition
        return read_single(order.text, order.file, house=self._rules, editions=published)

    def _verify_new(self, order: TournamentOrder, definition: Definition) -> None:
        """That a tournament which is not there yet fits beside the others."""
        if not order.template:
            self._verify_name(order, definition.name)
            self._verify_target(order, definition)
        _verify_start(order, definition)

    def _utc_offset_ms(self, starts_ms: int | None) -> int:
        """How far the operator's clock is ahead of UTC at the start: breaks follow it (TAMB-64)."""
        if starts_ms is None:
            return 0
        ahead = local(self._zone, starts_ms).utcoffset()
        assert ahead is not None, "a zone knows its distance from UTC"
        return ahead // MS

    def _edition_of(self, definition: Definition) -> Edition:
        own = self._rules.edition
        return (
            own if definition.edition == own.name else self._house.timetable.edition_of(definition)
        )

    def _verify_name(self, order: TournamentOrder, name: str) -> None:
        """A name is what players tell tournaments apart by."""
        taken = [one.name for one in self._house.timetable.everything]
        taken += self._house.single_names()
        if name.casefold() in {one.casefold() for one in taken}:
            reason = f"another tournament is called '{name}'"
            raise Source(order.file, order.text).error(reason, "name")

    def _verify_target(self, order: TournamentOrder, definition: Definition) -> None:
        """A satellite feeds a tournament of the timetable, or a live event (TYP-05)."""
        satellite = definition.satellite
        if satellite is None or satellite.package:
            return
        prices = [
            one.definition.price_cents for one in self._house.timetable.targets_of(definition)
        ]
        if prices and all(price == satellite.seat_price_cents for price in prices):
            return
        reason = f"no tournament has the ticket_word '{satellite.target}' and that price (TYP-05)"
        raise Source(order.file, order.text).error(reason, "satellite", "target")

    # Its course

    async def delay(
        self, caller: Caller, tournament: TournamentId, starts_ms: int, reason: str
    ) -> None:
        """Start later than announced."""
        self._verify_moment(starts_ms)
        await self._staff(tournament).delay(starts_ms)
        await self._record(caller, "delayed_tournament", tournament, reason)

    async def pause(self, caller: Caller, tournament: TournamentId, reason: str) -> None:
        """Stop dealing and the level clock (TAMB-96)."""
        await self._staff(tournament).pause()
        await self._record(caller, "paused_tournament", tournament, reason)

    async def resume(self, caller: Caller, tournament: TournamentId, reason: str) -> None:
        """Go on after a pause."""
        await self._staff(tournament).resume()
        await self._record(caller, "resumed_tournament", tournament, reason)

    async def try_again(self, caller: Caller, tournament: TournamentId, reason: str) -> None:
        """Let a tournament go on, from what is stored, that has stopped by a mistake (CRASH-02)."""
        await self._staff(tournament).try_again()
        await self._record(caller, "tried_tournament_again", tournament, reason)

    async def change_level_times(
        self, caller: Caller, tournament: TournamentId, lengths_s: Sequence[int], reason: str
    ) -> None:
        """Give the coming levels other lengths (TAMB-96)."""
        await self._staff(tournament).change_level_times([1000 * one for one in lengths_s])
        await self._record(caller, "changed_level_times", tournament, reason)

    async def change_breaks(
        self, caller: Caller, tournament: TournamentId, reason: str, *, on: bool
    ) -> None:
        """Switch the synchronised breaks on or off (TAMB-96)."""
        await self._staff(tournament).change_breaks(on=on)
        await self._record(caller, "changed_breaks", tournament, reason)

    async def change_practice_players(
        self, caller: Caller, tournament: TournamentId, count: int, reason: str
    ) -> int:
        """Let this many practice players in; how many have left (FAIR-07)."""
        removed = await self._staff(tournament).change_practice_players(count)
        await self._record(caller, "changed_practice_players", tournament, reason)
        return removed

    # Its players

    def verify_known(self, tournament: TournamentId) -> None:
        """Refuse a tournament that is not there, or no longer."""
        self._actor(tournament)

    async def review(
        self, caller: Caller, tournament: TournamentId, player: PlayerId, case: int, reason: str
    ) -> None:
        """Hold what a player wins until a case is closed (TRN-24)."""
        staff = self._staff(tournament)
        await self._casework.case(CaseId(case))
        await staff.review(player, CaseId(case))
        said = f"case {case}: {reason}"
        await self._record(caller, "put_under_review", tournament, said, player)

    async def lift_review(
        self, caller: Caller, tournament: TournamentId, player: PlayerId, reason: str
    ) -> None:
        """Let a player be paid again; what is held is released in its case (TRN-24)."""
        await self._staff(tournament).lift_review(player)
        await self._record(caller, "lifted_review", tournament, reason, player)

    async def disqualify(
        self, caller: Caller, tournament: TournamentId, player: PlayerId, case: int, reason: str
    ) -> None:
        """Put a player out, after the hand; what they win is held in the case (TRN-23)."""
        staff = self._staff(tournament)
        await self._casework.case(CaseId(case))
        await staff.disqualify(player, CaseId(case))
        said = f"case {case}: {reason}"
        await self._record(caller, "disqualified", tournament, said, player)

    # Cancelling

    async def preview_cancel(
        self, tournament: TournamentId, shares: Mapping[EntryId, Cents] | None
    ) -> CancelPreview:
        """Every refund and prize of a cancellation, as it would be booked now (CXL-01, CXL-11)."""
        return await self._staff(tournament).preview_cancel(shares)

    async def cancel(
        self,
        caller: Caller,
        tournament: TournamentId,
        step: int,
        shares: Mapping[EntryId, Cents] | None,
        reason: str,
    ) -> None:
        """Book what was previewed; refused when something was stored since (CXL-11)."""
        await self._staff(tournament).cancel(step, shares)
        await self._record(caller, "cancelled_tournament", tournament, reason)

    async def preview_payouts(
        self, tournament: TournamentId, shares: Mapping[EntryId, Cents]
    ) -> Payouts:
        """What altering the shares of a cancelled tournament would book now (CXL-11)."""
        return await self._altering.preview(tournament, shares)

    async def alter_payouts(
        self,
        caller: Caller,
        tournament: TournamentId,
        alteration: int,
        shares: Mapping[EntryId, Cents],
        reason: str,
    ) -> Payouts:
        """Raise the shares of a cancelled tournament as previewed; large amounts wait (CXL-11)."""
        altered = await self._altering.alter(caller, tournament, alteration, shares, reason)
        await self._record(caller, "altered_payouts", tournament, reason)
        return altered

    # Packages for live tournaments

    async def vouchers(self, *, only_open: bool) -> Sequence[Voucher]:
        """The packages that players have won (TYP-05)."""
        return await self._house.services.prizes.vouchers(None, only_open=only_open)

    async def fulfil(
        self, caller: Caller, number: int, note: str, pays: LiveEntry | None = None
    ) -> Voucher:
        """The house has given what a voucher is good for; at a live floor it pays an entry."""
        services = self._house.services
        now = services.clock.now_ms()
        done = await services.prizes.fulfil_voucher(number, caller.name, note, now, pays)
        said = f"voucher {number}: {done.note}"
        await self._cases.record(caller.player, done.new.player, "fulfilled_voucher", said, now)
        return done

    def _actor(self, tournament: TournamentId) -> TournamentActor:
        found = self._house.actors.get(tournament)
        if found is None:
            raise EntryRefused("TRN-01", "no_such_tournament")
        return found

    def _staff(self, tournament: TournamentId) -> StaffDesk:
        return StaffDesk(self._actor(tournament))

    async def _record(
        self,
        caller: Caller,
        deed: str,
        tournament: TournamentId,
        reason: str,
        player: PlayerId | None = None,
    ) -> None:
        """Note a deed; one about no single player concerns the account of who did it."""
        subject = caller.player if player is None else player
        now = self._house.services.clock.now_ms()
        said = f"tournament {tournament}: {reason}"
        await self._cases.record(caller.player, subject, deed, said, now)


def _verify_start(order: TournamentOrder, definition: Definition) -> None:
    """A game starts when it is full, and leaves a seat for somebody; others start at a time."""
    starts_when_full = definition.is_hexapro or definition.kind == "sit_and_go"
    source = Source(order.file, order.text)
    if not starts_when_full and order.starts_ms is None:
        raise OperatorRefused("TRN-02", "start_is_missing")
    if starts_when_full and order.starts_ms is not None:
        raise source.error("it starts when it is full: give it no start (TYP-02)", "kind")
    if starts_when_full and order.practice_players >= definition.seats:
        reason = f"must leave a seat for somebody: at most {definition.seats - 1} practice players"
        raise source.error(reason, "seats")
