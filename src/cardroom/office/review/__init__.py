"""The review of play: alerts, the desk where people look at them, and what two people decide."""
