"""Evidence for the shuffle: `make evidence-shuffle` writes bench/shuffle.md."""
