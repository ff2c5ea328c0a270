"""The tree of the log while it grows is the tree over all of it."""

from hashlib import sha256

import pytest

from cardroom.fairness.growing_tree import GrowingTree, read_tree
from cardroom.fairness.log import tree_root


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 9, 64, 100])
def test_a_grown_tree_has_the_root_of_all_leaves_also_after_a_restart(size: int) -> None:
    leaves = [sha256(bytes([number])).digest() for number in range(size)]
    grown = GrowingTree()
    for number, leaf in enumerate(leaves):
        grown = read_tree(number, grown.peaks)
        grown.add(leaf)
    assert grown.size == size
    assert grown.root == tree_root(leaves)
