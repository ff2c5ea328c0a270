"""What one hand has cost whom, judged again from its record: blinds, posts and rake."""

from cardroom.cash.positions import HandPositions
from cardroom.engine.events import AnyEvent, BoardDealt, Posted, PotAwarded, decode_events
from cardroom.ledger import SettledHand
from cardroom.rulebook.cash import CashRules, Stake
from cardroom.units import Cents


def verify_record(hand: SettledHand, deal: HandPositions, stake: Stake, rules: CashRules) -> None:
    """The blinds were posted where the deal has them, and the rake is what the stake asks for."""
    events = decode_events(hand.history)
    _verify_posts(events, deal)
    short = len(deal.dealt_in) <= rules.rake.short_handed_players
    cap = stake.short_handed_cap if short else stake.rake_cap
    assert hand.rake_cap == cap, "another cap (RAKE-05)"
    seen = any(isinstance(event, BoardDealt) for event in events)
    awards = [event for event in events if isinstance(event, PotAwarded)]
    pots = sum(event.amount + event.rake for event in awards)
    fee = _fee(pots, stake.rake_permille, cap, rules.rake.minimum) if seen else 0
    assert hand.rake == fee == sum(event.rake for event in awards), f"rake {hand.rake}, not {fee}"


def _verify_posts(events: list[AnyEvent], deal: HandPositions) -> None:
    """Everybody who owes a forced bet has posted it, once, and nobody else has (CASH-13)."""
    posted = [(event.kind, event.seat) for event in events if isinstance(event, Posted)]
    blinds = [("small_blind", deal.small_blind)] if deal.small_blind is not None else []
    owed = [*blinds, ("big_blind", deal.big_blind), *[("post", seat) for seat in deal.posts]]
    assert sorted(posted) == sorted(owed), f"posted {posted}, owed {owed}"


def _fee(pots: Cents, permille: int, cap: Cents, minimum: Cents) -> Cents:
    """Half a cent counts as one, then the cap, then the minimum (RAKE-03, RAKE-04, AMB-54)."""
    whole, rest = divmod(pots * permille, 1000)
    rounded = whole + 1 if rest >= 500 else whole
    return max(min(rounded, cap), minimum)
