"""Cash games between the hands: seats, queue, buy-in, top-up, ratholing, rake, clocks."""
