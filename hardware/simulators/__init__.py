"""Stand-ins for devices, as real processes on real lines."""
