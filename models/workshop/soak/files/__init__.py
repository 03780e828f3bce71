"""Inputs from outside that are nearly right, for every parser."""
