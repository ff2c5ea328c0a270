"""Reviews finished hands for collusion: reads everything, moves nothing (FAIR-01 to FAIR-14)."""
