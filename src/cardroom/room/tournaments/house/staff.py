"""What the house may do to a tournament: each a step of its actor, in its turn.

A cancellation is looked at before it is booked. The preview plays it on a second tournament made
from the stored events, with the same draws; it holds as long as no further step is stored.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import CaseId, Kind, PlayerId, Transfer, read_account
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.desk_events import Unregistered
from cardroom.tournament.events import SharePaid
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.cancellation import Stage
from cardroom.tournament.tournament import Tournament
from cardroom.units import Cents

T = TypeVar("T")


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """What one entry gets when a tournament is cancelled (CXL-02 to CXL-10)."""

    entry: EntryId
    player: PlayerId
    pot: Cents = 0
    fees: Cents = 0
    bounty: Cents = 0
    refund: str = ""
    """Before the start: the means by which the entry comes back."""


class CancelPreview(msgspec.Struct, frozen=True, kw_only=True):
    """A cancellation as it would be booked now; `step` is what it is true of."""

    step: int
    stage: Stage
    shares: tuple[Share, ...]
    cash: dict[PlayerId, Cents]
    """What each player is paid in cash, prizes that follow from it included."""


class StaffDesk:
    """The operator's side of one tournament."""

    def __init__(self, services: TournamentServices, actor: TournamentActor) -> None:
        self._services = services
        self._actor = actor

    async def _do(self, decision: Callable[[Tournament, int], T]) -> T:
        """Have something done in the tournament's turn, or refused."""
        actor = self._actor
        work = actor.inbox.put(
            lambda: actor.decide(lambda at_ms: decision(actor.tournament, at_ms))
        )
        return await work.answer

    # Its course

    async def pause(self) -> None:
        """Stop dealing and the level clock until further notice (TAMB-96)."""
        await self._do(lambda tournament, at_ms: tournament.pause(at_ms))

    async def resume(self) -> None:
        """Go on after a pause."""
        await self._do(lambda tournament, at_ms: tournament.resume(at_ms))

    async def change_level_times(self, lengths_ms: Sequence[int]) -> None:
        """Give the levels after the present one these lengths (TAMB-96)."""
        await self._do(lambda tournament, at_ms: tournament.change_level_times(lengths_ms, at_ms))

    async def change_breaks(self, *, on: bool) -> None:
        """Switch the synchronised breaks on or off (TAMB-96)."""
        await self._do(lambda tournament, at_ms: tournament.change_breaks(at_ms, on=on))

    async def try_again(self) -> None:
        """Let a tournament go on that has stopped by our own mistake."""
        actor = self._actor
        if not actor.stopped:
            raise OperatorRefused("CRASH-02", "has_not_stopped")
        await actor.inbox.put(actor.try_again).answer

    # Its players

    async def review(self, player: PlayerId, case: CaseId) -> None:
        """Hold what a player wins until the case is closed (TRN-24)."""
        await self._do(lambda tournament, at_ms: tournament.review(player, case, at_ms))

    async def lift_review(self, player: PlayerId) -> None:
        """Pay what a player wins from now on; what is held stays in its case (TRN-24)."""
        await self._do(lambda tournament, at_ms: tournament.lift_review(player, at_ms))

    async def disqualify(self, player: PlayerId, case: CaseId) -> None:
        """Put a player out, after the hand; prize and bounty are held (TRN-23, TAMB-89)."""
        await self._do(lambda tournament, at_ms: tournament.disqualify(player, case, at_ms))

    # Cancelling

    async def preview_cancel(self, shares: Mapping[EntryId, Cents] | None = None) -> CancelPreview:
        """What a cancellation would book now; `shares` are the house's own (CXL-11)."""
        return await self._actor.inbox.put(lambda: self._preview(shares)).answer

    async def _preview(self, shares: Mapping[EntryId, Cents] | None) -> CancelPreview:
        actor, services = self._actor, self._services
        events = await retry_while_unavailable(lambda: services.store.events(actor.id))
        trial = actor.trial(_draws(actor))
        trial.follow(events, actor.clock.now_ms())
        stage = trial.stage
        players = {entry: one.player for entry, one in trial.desk.entries.items()}
        trial.cancel(actor.clock.now_ms(), shares=shares)
        step = trial.take_step()
        given = [
            Share(entry=one.entry, player=players[one.entry], refund=one.refund.means)
            for one in step.events
            if isinstance(one, Unregistered)
        ]
        given += [
            Share(
                entry=one.entry,
                player=players[one.entry],
                pot=one.pot,
                fees=one.fees,
                bounty=one.bounty,
            )
            for one in step.events
            if isinstance(one, SharePaid)
        ]
        return CancelPreview(
            step=actor.steps, stage=stage, shares=tuple(given), cash=cash_of(step.transfers)
        )

    async def cancel(self, step: int, shares: Mapping[EntryId, Cents] | None = None) -> None:
        """Cancel as previewed; a step that was stored meanwhile asks for a new preview."""
        actor = self._actor

        def cancel(at_ms: int) -> None:
            if actor.steps != step:
                raise OperatorRefused("CXL-11", "preview_is_old", {"step": actor.steps})
            with actor.drawing(_draws(actor)):
                actor.tournament.cancel(at_ms, shares=shares)

        await actor.inbox.put(lambda: actor.decide(cancel)).answer


def _draws(actor: TournamentActor) -> Callable[[int], int]:
    """The draws of a cancellation: the same in its preview and when it is booked."""
    drawn = 0

    def below(count: int) -> int:
        nonlocal drawn
        drawn += 1
        seed = f"{actor.id}:{actor.steps}:{drawn}".encode()
        return int.from_bytes(blake2b(seed, digest_size=16).digest()) % count

    return below


def cash_of(transfers: Sequence[Transfer]) -> dict[PlayerId, Cents]:
    """What transfers together bring each player in cash."""
    found: dict[PlayerId, Cents] = {}
    for transfer in transfers:
        for account, amount in transfer.entries:
            parts = read_account(account)
            if parts.kind is Kind.PLAYER_CASH:
                player = PlayerId(parts.ids[0])
                found[player] = found.get(player, 0) + amount
    return found
