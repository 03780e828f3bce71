"""`python -m companion` is the `tableside` command."""

from companion.cli import main

raise SystemExit(main())
