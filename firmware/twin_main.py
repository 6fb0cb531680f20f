"""What the twin starts in place of ``main.py``: the same app on the twin's hardware layer.

``micropython twin_main.py CONFIG``, with the world's JSON (``host/tengen/twin/world.py``).
"""

import json
import sys

_here = __file__.rpartition("/")[0]
sys.path[:] = [_here, _here.rpartition("/")[0], ".frozen"]

from board.app import App  # noqa: E402 (the path must be set first)
from hal import twin  # noqa: E402

App(twin.build(json.loads(sys.argv[1]))).run()
