"""Cards that people taught: found on a table, named, or asked about."""
