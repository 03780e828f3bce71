"""The system around the program: its folders, its files, its libraries, its language."""
