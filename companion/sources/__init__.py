"""What turns a camera, a picture, a script or the keyboard into readings."""
