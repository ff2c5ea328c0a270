"""What was paid at the desk for an entry that counts."""

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.money_events import EntryWithdrawn
from cardroom.floor.seat_events import EntryTaken
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents


def paid_for(floor: Floor, entry: EntryId) -> Cents:
    """The price of an entry, in all; refused where there is none, or it was given back."""
    price: Cents | None = None
    for one in floor.log.active():
        match one.event:
            case EntryTaken(entry=taken, price=split) if taken == entry:
                price = split.total
            case EntryWithdrawn(entry=gone) if gone == entry:
                price = None
    if price is None:
        raise FloorRefused("LIVE-12", "no_such_entry", {"entry": entry})
    return price
