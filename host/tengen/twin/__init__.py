"""The model of the physical board, and the real firmware running against it."""
