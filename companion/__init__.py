"""The program: the only package that sees all the others."""

__version__ = "0.1.0"
"""Which version this is; the wheel, the sdist and `tableside --version` say what stands here."""
