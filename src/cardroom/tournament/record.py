"""Everything a tournament can tell, as bytes and back: stored for ever, replayed after a crash."""

from collections.abc import Iterable

import msgspec

from cardroom.tournament import desk_events as desk
from cardroom.tournament import events as told

AnyEvent = (
    told.MultiplierDrawn
    | told.TournamentStarted
    | told.LevelStarted
    | told.PauseDue
    | told.PauseStarted
    | told.PauseEnded
    | told.LevelTimesChanged
    | told.BreaksChanged
    | told.StaffAlerted
    | told.HandForHandStarted
    | told.SynchronisedHandStarted
    | told.SynchronisedHandLeft
    | told.SynchronisedHandEnded
    | told.HandForHandEnded
    | told.TournamentEnded
    | told.TableOpened
    | told.Seated
    | told.Moved
    | told.TableBroken
    | told.FinalTableDrawn
    | told.ChipsAdded
    | told.HandDealt
    | told.HandFinished
    | told.HandRolledBack
    | told.WentAway
    | told.CameBack
    | told.ConnectionLost
    | told.ConnectionBack
    | told.KnockedOut
    | told.Disqualified
    | told.UnderReview
    | told.PlaceTaken
    | told.StructureFixed
    | told.PrizeWon
    | told.BountyTaken
    | told.VipBountyPending
    | told.VipBountyVoid
    | told.DealMade
    | told.SharePaid
    | desk.Registered
    | desk.Unregistered
    | desk.ChipsBought
    | desk.RebuyAsked
    | desk.RebuyDropped
    | desk.RebuyOffered
    | desk.RebuyDeclined
    | desk.RegistrationClosed
    | desk.RebuysClosed
    | desk.PurchasesClosed
)

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(list[AnyEvent])


def encode_events(events: Iterable[told.TournamentEvent]) -> bytes:
    """Write events as one JSON array; the same events give the same bytes."""
    return _ENCODER.encode(list(events))


def decode_events(stored: bytes | str) -> list[AnyEvent]:
    """Read what `encode_events` wrote; msgspec raises a DecodeError on anything else."""
    return _DECODER.decode(stored)
