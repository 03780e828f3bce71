"""Where readings from all sources meet: what a source is, and which reading answers a request."""
