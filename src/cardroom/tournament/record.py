"""All events of a tournament as bytes and back: stored for ever, replayed after a crash."""

from collections.abc import Iterable

import msgspec

from cardroom.tournament import desk_events as desk
from cardroom.tournament import events

AnyEvent = (
    events.MultiplierDrawn
    | events.TournamentStarted
    | events.LevelStarted
    | events.PauseDue
    | events.PauseStarted
    | events.PauseEnded
    | events.LevelTimesChanged
    | events.BreaksChanged
    | events.StaffAlerted
    | events.HandForHandStarted
    | events.SynchronisedHandStarted
    | events.SynchronisedHandLeft
    | events.SynchronisedHandEnded
    | events.HandForHandEnded
    | events.TournamentEnded
    | events.TableOpened
    | events.Seated
    | events.Moved
    | events.SeatsExchanged
    | events.TableBroken
    | events.FinalTableDrawn
    | events.ChipsAdded
    | events.HandDealt
    | events.HandFinished
    | events.HandRolledBack
    | events.WentAway
    | events.CameBack
    | events.ConnectionLost
    | events.ConnectionBack
    | events.KnockedOut
    | events.Disqualified
    | events.UnderReview
    | events.ReviewLifted
    | events.PlaceTaken
    | events.StructureFixed
    | events.PrizeWon
    | events.BountyTaken
    | events.VipBountyPending
    | events.VipBountyVoid
    | events.DealMade
    | events.SharePaid
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


def encode_events(recorded: Iterable[events.TournamentEvent]) -> bytes:
    """Write events as one JSON array; the same events give the same bytes."""
    return _ENCODER.encode(list(recorded))


def decode_events(stored: bytes | str) -> list[AnyEvent]:
    """Read what `encode_events` wrote; msgspec raises a DecodeError on anything else."""
    return _DECODER.decode(stored)
