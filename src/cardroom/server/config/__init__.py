"""The operator's file: its options, and what contradicts itself."""
