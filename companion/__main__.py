"""`python -m companion` is the `tableside` command."""

from __future__ import annotations

from companion.cli import main

raise SystemExit(main())
