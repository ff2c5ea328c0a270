"""Marks a test with the rules of the catalogue that it shows."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Name the rules, rulings and hard cases that the test shows."""
    return pytest.mark.rule(*ids)
