"""What stacks are worth in prizes, by Malmuth and Harville, for fields of every size."""
