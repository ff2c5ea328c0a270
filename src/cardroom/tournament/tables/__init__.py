"""The tables of a tournament: seats, hands, balancing, hand for hand."""
