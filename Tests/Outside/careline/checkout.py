"""Where this checkout is, and what was built in it."""

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("CARE_BUILD") or CHECKOUT / ".build" / "debug")
