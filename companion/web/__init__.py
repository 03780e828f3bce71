"""The second screen: what everybody may see of a table, for browsers that only look on.

Knows scenes and pages; opens no journal, draws no picture and lets nobody play.
"""
