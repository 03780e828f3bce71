"""The program: the only package that sees all the others."""
