"""What the twin starts in place of ``main.py``: the same app on the twin's hardware layer.

``micropython twin_main.py CONFIG``, with the world's JSON (``host/tengen/twin/world.py``).
"""

import gc
import json
import sys

# As in main.py: less is scattered over the heap.
gc.threshold(32768)

_here = __file__.rpartition("/")[0]
sys.path[:] = [_here, _here.rpartition("/")[0], ".frozen"]

from board import start  # noqa: E402 (the path must be set first)
from hal import twin  # noqa: E402

start.run(twin.build(json.loads(sys.argv[1])), lambda: None)
