"""One module per command of ``tengen``; each has ``register(app)``."""
