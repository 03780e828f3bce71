"""What every game shares: actions, verdicts, dice, switches, scores, the log. Pure."""
