"""The recipe: renders dice, trains the reader on them, writes the model and its card."""
