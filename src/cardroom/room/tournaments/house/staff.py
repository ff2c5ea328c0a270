"""What the house may do to a tournament: each a step of its actor, in its turn.

A cancellation is looked at before it is booked. The preview plays it on a second tournament made
from the stored events, with the same draws; it holds as long as no further step is stored.
"""

from collections.abc import Mapping, Sequence

from cardroom.errors import OperatorRefused
from cardroom.ledger import CaseId, Kind, PlayerId, Transfer, read_account
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house_messages import (
    CancelAsPreviewed,
    CancelPreview,
    CancelShare,
    ChangeBreaks,
    ChangeLevelTimes,
    ChangePracticePlayers,
    DelayStart,
    Disqualify,
    LiftReview,
    PausePlay,
    PreviewCancel,
    ResumePlay,
    ReviewPlayer,
    StaffDecision,
    TryAgain,
)
from cardroom.tournament.desk_events import Unregistered
from cardroom.tournament.events import SharePaid
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents


class StaffDesk:
    """The operator's side of one tournament."""

    def __init__(self, actor: TournamentActor) -> None:
        self._actor = actor

    # Its course

    async def pause(self) -> None:
        """Stop dealing and the level clock until further notice (TAMB-96)."""
        await self._actor.inbox.order(PausePlay())

    async def resume(self) -> None:
        """Go on after a pause."""
        await self._actor.inbox.order(ResumePlay())

    async def change_level_times(self, lengths_ms: Sequence[int]) -> None:
        """Give the levels after the present one these lengths (TAMB-96)."""
        await self._actor.inbox.order(ChangeLevelTimes(lengths_ms=tuple(lengths_ms)))

    async def change_breaks(self, *, on: bool) -> None:
        """Switch the synchronised breaks on or off (TAMB-96)."""
        await self._actor.inbox.order(ChangeBreaks(on=on))

    async def delay(self, starts_ms: int) -> None:
        """Start later than announced (TRN-02, TAMB-96)."""
        await self._actor.inbox.ask(DelayStart(starts_ms=starts_ms))

    async def change_practice_players(self, count: int) -> int:
        """Let this many practice players in; how many have left (FAIR-07)."""
        return await self._actor.inbox.ask(ChangePracticePlayers(count=count))

    async def try_again(self) -> None:
        """Let a tournament go on that has stopped by our own mistake."""
        if not self._actor.stopped:
            raise OperatorRefused("CRASH-02", "has_not_stopped")
        await self._actor.inbox.order(TryAgain())

    # Its players

    async def review(self, player: PlayerId, case: CaseId) -> None:
        """Hold what a player wins until the case is closed (TRN-24)."""
        await self._actor.inbox.order(ReviewPlayer(player=player, case=case))

    async def lift_review(self, player: PlayerId) -> None:
        """Pay what a player wins from now on; what is held stays in its case (TRN-24)."""
        await self._actor.inbox.order(LiftReview(player=player))

    async def disqualify(self, player: PlayerId, case: CaseId) -> None:
        """Put a player out, after the hand; prize and bounty are held (TRN-23, TAMB-89)."""
        await self._actor.inbox.order(Disqualify(player=player, case=case))

    # Cancelling

    async def preview_cancel(self, shares: Mapping[EntryId, Cents] | None = None) -> CancelPreview:
        """What a cancellation would book now; `shares` are the house's own (CXL-11)."""
        return await self._actor.inbox.order(PreviewCancel(shares=shares))

    async def cancel(self, step: int, shares: Mapping[EntryId, Cents] | None = None) -> None:
        """Cancel as previewed; a step that was stored meanwhile asks for a new preview."""
        await self._actor.inbox.order(CancelAsPreviewed(step=step, shares=shares))


# In the tournament's turn


async def decide_for_staff(actor: TournamentActor, message: StaffDecision) -> None:
    """What staff decide about the course of a tournament and its players, as a step."""
    _verify_goes_on(actor)
    tournament = actor.tournament

    def decide(at_ms: int) -> None:
        match message:
            case PausePlay():
                tournament.pause(at_ms)
            case ResumePlay():
                tournament.resume(at_ms)
            case ChangeLevelTimes(lengths_ms=lengths_ms):
                tournament.change_level_times(lengths_ms, at_ms)
            case ChangeBreaks(on=on):
                tournament.change_breaks(at_ms, on=on)
            case ReviewPlayer(player=player, case=number):
                tournament.review(player, number, at_ms)
            case LiftReview(player=player):
                tournament.lift_review(player, at_ms)
            case Disqualify(player=player, case=number):
                tournament.disqualify(player, number, at_ms)
            case _:
                raise AssertionError(f"staff decide no such thing: {message}")

    await actor.decide(decide)


async def try_again(actor: TournamentActor, message: TryAgain) -> None:  # noqa: ARG001
    """Let a tournament go on that has stopped."""
    await actor.try_again()


def _verify_goes_on(actor: TournamentActor) -> None:
    """What has stopped may be ahead of what is stored: it is tried again before it is changed."""
    if actor.stopped:
        raise OperatorRefused("CRASH-02", "has_stopped")


async def preview_cancel(actor: TournamentActor, message: PreviewCancel) -> CancelPreview:
    """Play a cancellation on a second tournament, made from the stored events."""
    store = actor.services.store
    events = await retry_while_unavailable(lambda: store.events(actor.id))
    trial = actor.trial(actor.draws.preview())
    trial.follow(events, actor.clock.now_ms())
    stage = trial.stage
    players = {entry: one.player for entry, one in trial.desk.entries.items()}
    trial.cancel(actor.clock.now_ms(), shares=message.shares)
    step = trial.take_step()
    given = [
        CancelShare(entry=one.entry, player=players[one.entry], refund=one.refund.means)
        for one in step.events
        if isinstance(one, Unregistered)
    ]
    given += [
        CancelShare(
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


async def cancel(actor: TournamentActor, message: CancelAsPreviewed) -> None:
    """Cancel as previewed, or refuse because a step was stored meanwhile."""
    _verify_goes_on(actor)

    def decide(at_ms: int) -> None:
        if actor.steps != message.step:
            raise OperatorRefused("CXL-11", "preview_is_old", {"step": actor.steps})
        with actor.draws.cancelling():
            actor.tournament.cancel(at_ms, shares=message.shares)

    await actor.decide(decide)


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
