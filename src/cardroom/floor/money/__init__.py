"""The money of a live tournament: prices, prizes, deals, settlements, transfers."""
