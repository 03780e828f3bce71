"""Bluetooth dice: what their bytes mean (pure), and the radio that carries them (optional: bleak)."""
