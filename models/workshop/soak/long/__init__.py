"""Ten hours of frames, and tables of many actions."""
