"""A second renderer for training: real meshes under real light, traced by Blender's Cycles.

It shares with `models/workshop/rendering` what dice are like (shapes, numberings, numerals, inks, grounds) and nothing
of how they are drawn. What imports `bpy` is run by hand: neither the program nor the training knows it; the training
reads the pictures that were written.
"""
