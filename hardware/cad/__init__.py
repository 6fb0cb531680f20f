"""Stones, jig, carriers and caps as solids (build123d, see ``hardware/requirements-cad.lock``)."""
