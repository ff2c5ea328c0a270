"""What a player may ask of a tournament: one frozen struct per message, tagged by `t`."""

from typing import Annotated

import msgspec

from cardroom.fairness.hashing import HASH_BYTES, SEED_BYTES
from cardroom.ledger import TournamentId
from cardroom.room.requests import AcceptRules, Amount, AnyRequest, ChatText, Number, Request
from cardroom.rulebook.tournament.prizes import DealKind

TournamentChannelName = Annotated[
    str, msgspec.Meta(max_length=28, pattern=r"^tournament:[1-9][0-9]{0,15}\Z")
]
TicketWord = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[A-Z]{3}-[0-9]+-[a-z0-9_]+\Z")]
GAMES_MAX = 100
"""More than any edition allows at once (HEX-03)."""
GameCount = Annotated[int, msgspec.Meta(ge=1, le=GAMES_MAX)]
DealNumber = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
OfferName = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class TournamentRequest(Request, frozen=True, kw_only=True):
    """Something asked of one tournament."""

    ch: TournamentChannelName

    @property
    def tournament(self) -> TournamentId:
        return TournamentId(int(self.ch.removeprefix("tournament:")))


class Register(TournamentRequest, frozen=True, kw_only=True, tag="register"):
    """Enter, for cash or with a ticket (TRN-11, TRN-13).

    `price` is a picked one of a multi-buy-in (TYP-07); `ticket` names a kind of ticket that the
    player holds, such as `EUR-5500-sunday`.
    """

    price: Amount | None = None
    ticket: TicketWord | None = None


class Unregister(TournamentRequest, frozen=True, kw_only=True, tag="unregister"):
    """Give the entry back before the start (TRN-12)."""


class BuyBack(TournamentRequest, frozen=True, kw_only=True, tag="rebuy"):
    """Buy a further starting stack: now, or after the hand (TAMB-69)."""


class DeclineRebuy(TournamentRequest, frozen=True, kw_only=True, tag="decline_rebuy"):
    """Do not buy back: the table need not wait (TAMB-69)."""


class AddOn(TournamentRequest, frozen=True, kw_only=True, tag="add_on"):
    """Buy the chips of the pause (TAMB-69)."""


class GoAway(TournamentRequest, frozen=True, kw_only=True, tag="go_away"):
    """Sit out: dealt in, and folded at once on the turn (TRN-17)."""


class PlayAgain(TournamentRequest, frozen=True, kw_only=True, tag="play_again"):
    """Come back from sitting out (TRN-18)."""


class ProposeDeal(TournamentRequest, frozen=True, kw_only=True, tag="propose_deal"):
    """Ask everybody left to share the prizes (TAMB-98); some may be left to play for."""

    kind: DealKind
    left_to_play_for: Amount = 0


class AcceptDeal(TournamentRequest, frozen=True, kw_only=True, tag="accept_deal"):
    """Agree to the deal with this number; it is made when everybody left has."""

    deal: DealNumber


class RefuseDeal(TournamentRequest, frozen=True, kw_only=True, tag="refuse_deal"):
    """Do not agree: there is no deal, and play goes on."""

    deal: DealNumber


class CommitDraw(TournamentRequest, frozen=True, kw_only=True, tag="commit_draw"):
    """Fix a seed for the draw of a start without telling it (CASH-02, TRN-04, HEX-01).

    `number` is that of `draw_committed`; the last one before the list counts.
    """

    number: Number
    commitment: Annotated[bytes, msgspec.Meta(min_length=HASH_BYTES, max_length=HASH_BYTES)]


class RevealDraw(TournamentRequest, frozen=True, kw_only=True, tag="reveal_draw"):
    """Tell the seed, once the list with its commitment is closed and signed (CASH-02)."""

    number: Number
    seed: Annotated[bytes, msgspec.Meta(min_length=SEED_BYTES, max_length=SEED_BYTES)]


class TournamentChat(TournamentRequest, frozen=True, kw_only=True, tag="tournament_chat"):
    """Say something to everybody who follows the tournament, as one who has entered (FAIR-01)."""

    text: ChatText


class BuyGames(Request, frozen=True, kw_only=True, tag="buy_games"):
    """Enter one or several HexaPro games of an offer, all or none of them (HEX-03)."""

    offer: OfferName
    games: GameCount = 1


AnyTournamentRequest = (
    Register
    | Unregister
    | BuyBack
    | DeclineRebuy
    | AddOn
    | GoAway
    | PlayAgain
    | ProposeDeal
    | AcceptDeal
    | RefuseDeal
)
PAYS = (Register, Unregister, BuyBack, AddOn, BuyGames)
"""Requests that move money: done once for each id, also after a restart."""
HouseRequest = AnyTournamentRequest | BuyGames | TournamentChat | CommitDraw | RevealDraw
"""Everything that is asked of the house of tournaments."""
RoomRequest = AnyRequest | HouseRequest | AcceptRules
"""Everything that a player may ask of the room."""
