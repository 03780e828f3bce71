"""Pictures in, dice sightings out. Knows no game and opens no device."""
