"""A room in several processes against one process: what an action costs, and what limits it."""
