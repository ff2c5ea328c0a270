"""Money that players win: prizes, bounties, seats, deals, holds, shares of a cancellation."""
