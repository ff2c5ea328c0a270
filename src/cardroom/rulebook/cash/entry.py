"""How a player comes into the game: newcomers, and those who come back from sitting out."""

from typing import Annotated, Literal

from cardroom.rulebook.cash.stakes import Game
from cardroom.rulebook.switch import Rules, ruling, switch

MissedBlind = Literal["big_blind", "small_blind_after_own_big_blind"]


class EntryRules(Rules, frozen=True, kw_only=True):
    """Wait for the big blind, or post one out of position."""

    newcomer_may_post: Annotated[tuple[Game, ...], switch("CASH-14", "OMA-06", "AMB-35")]
    """Games where a new player may post; in the others every newcomer waits."""
    missed_blind_must_wait: Annotated[
        tuple[Game, ...], switch("SIT-07", "OMA-06", "AMB-17", "AMB-36")
    ]
    """Games where a player who missed a blind waits; elsewhere it is as for a new player."""
    entry_default: Annotated[Literal["wait", "post"], switch("AMB-35")]
    post_in_big_blinds: Annotated[int, switch("AMB-35", "CASH-14", ge=1, le=10)]
    post_is_live: Annotated[bool, switch("AMB-35")]
    """A live post counts as the player's bet on this street."""
    post_heads_up: Annotated[Literal["small_blind_only"], ruling("AMB-72", "CASH-12", "CASH-14")]
    """With two dealt in, a newcomer who posts has the button and pays the small blind alone."""
    between_button_and_big_blind: Annotated[Literal["waits_for_button"], ruling("AMB-35", "AMB-36")]
    """A post or a return asked for there stays pending until the button has passed."""
    missed_blinds: Annotated[tuple[MissedBlind, ...], switch("AMB-36", "SIT-07")]
    dead_small_blind_charged: Annotated[Literal["never"], ruling("AMB-36")]
