"""The parts of the table screen, each an object that can be understood alone."""
