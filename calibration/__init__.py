"""How this camera, this light and these dice are seen: measured, saved, checked."""
