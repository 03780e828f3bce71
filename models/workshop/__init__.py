"""The workshop: what trains, draws, measures and soaks. No part of the program; not in the wheel."""
