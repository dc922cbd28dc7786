"""A check of one file stays light: no data frames, no arrays, one process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


def test_a_check_imports_no_heavy_library() -> None:
    """pandas, NumPy, dask and multiprocessing are not loaded by a check of text."""
    program = (
        "import sys\n"
        "from bganalyze.cli.main import cli\n"
        "try:\n"
        f"    cli(['check', {str(FIXTURES / 'gnubg' / 'm03_std_3.mat')!r}], prog_name='bganalyze')\n"
        "except SystemExit as stop:\n"
        "    assert stop.code == 0\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    for name in ("pandas", "numpy", "dask", "multiprocessing", "hashlib", "json"):
        assert f"'{name}'" not in loaded, name
    assert "'pyparsing'" in loaded


def test_the_version_is_said_once() -> None:
    """pyproject.toml and the package agree."""
    import tomllib

    import bganalyze

    with open(FIXTURES.parent / "pyproject.toml", "rb") as file:
        assert tomllib.load(file)["project"]["version"] == bganalyze.__version__
