"""What a hand does: cards, ranking, betting, pots, button and blinds, events, views per seat."""
