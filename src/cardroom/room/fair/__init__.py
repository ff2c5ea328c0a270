"""Decks that players verify, in a running room: commit, cut, open (CCO/1, CASH-02, AMB-22)."""
