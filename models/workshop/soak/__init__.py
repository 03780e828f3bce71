"""Long runs that try every promise about what happens when things go wrong."""
