"""The recipe of the independent test set: dice drawn by another renderer, for measuring alone.

Nothing here is imported by the program or by the training, and nothing of the training is used.
"""
