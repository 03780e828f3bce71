"""How well dice are read, on any pictures with known answers: counts, bounds and times."""
