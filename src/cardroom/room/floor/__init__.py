"""The running live floor: its tournaments, the staff who work on them, and who looks on."""
