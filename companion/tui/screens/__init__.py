"""The screens of the app, and its dialogs."""
