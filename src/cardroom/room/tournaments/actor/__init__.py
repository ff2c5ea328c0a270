"""One tournament as an actor: its inbox, its steps, what it stores and whom it informs."""
