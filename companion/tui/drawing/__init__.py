"""One renderer for the tables of all games: what a sheet holds, laid out for every size."""
