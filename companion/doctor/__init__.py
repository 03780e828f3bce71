"""What `tableside doctor` looks at: one small check a thing, each with a bound on its time."""
