"""One folder a rulebook, each with the same rooms. Pure, and none knows another."""
