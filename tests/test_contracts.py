"""Imports go downwards only; the contracts are in pyproject.toml."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_import_contracts() -> None:
    """``lint-imports`` keeps both contracts."""
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout
    assert "2 kept, 0 broken" in done.stdout
