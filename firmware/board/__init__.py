"""The program on the board."""
