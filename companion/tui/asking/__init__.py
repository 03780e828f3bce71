"""Asking people: dialogs, and what they are put together to: an action, question by question."""
