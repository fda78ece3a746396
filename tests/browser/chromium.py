"""Finds a Chromium for the tests in a browser, installs Debian's where it may, or says what to do.

python -m tests.browser.chromium
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WHAT_TO_DO = (
    "No Chromium was found. Install one (Debian, Ubuntu: `sudo apt-get install chromium`), or name "
    "it: PAXREN_CHROMIUM=/path/to/chromium make test-browser"
)


def find() -> str | None:
    """The path of a Chromium."""
    named = os.environ.get("PAXREN_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    """Debian's, if this is Debian and we may."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Debian's chromium for the tests in a browser ...", flush=True)
        quiet = ["apt-get", "-qq", "-y"]
        subprocess.run([*quiet, "update"], check=False)
        subprocess.run([*quiet, "install", "--no-install-recommends", "chromium"], check=False)


def main() -> int:
    if find() is None:
        install()
    if find() is None:
        print(WHAT_TO_DO, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
