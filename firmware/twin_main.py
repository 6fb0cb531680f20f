"""What the twin starts in place of ``main.py``: the same app on the twin's hardware layer.

The environment variable ``TENGEN_TWIN`` holds the world's JSON (``host/tengen/twin/world.py``); an argument could have
only 255 bytes.
"""

import gc
import json
import os
import sys

# As in main.py: less is scattered over the heap.
gc.threshold(32768)

_here = __file__.rpartition("/")[0]
sys.path[:] = [_here, _here.rpartition("/")[0], ".frozen"]

from board import start  # noqa: E402 (the path must be set first)
from hal import twin  # noqa: E402

start.run(twin.build(json.loads(os.getenv("TENGEN_TWIN"))), lambda: None)
