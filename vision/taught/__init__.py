"""Dice that people taught: sets of examples, and recognising them. Any die can be taught."""
