"""The import contracts hold, and each of them goes red when somebody breaks it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}
PACKAGES = ("companion", "vision", "hardware", "calibration", "models")

# contract -> violations: (the module that gets the import, called by another name where it is
# `planted`; the line planted in it)
PLANTED = {
    "one-way": [
        ("vision/planted.py", "import companion.core.errors"),
        ("calibration/planted.py", "import vision.types"),
        ("hardware/planted.py", "import vision.types"),
        ("models/planted.py", "import vision.types"),
        ("calibration/planted.py", "import hardware"),
        ("calibration/planted.py", "import models.labels"),
    ],
    "workshop-apart": [
        ("companion/commands/planted.py", "import models.workshop"),
        ("companion/commands/planted.py", "import models.workshop.rendering.clip"),
        ("vision/planted.py", "import models.workshop.rendering.clip"),
        ("hardware/planted.py", "import models.workshop"),
        ("calibration/planted.py", "import models.workshop"),
        ("models/labels.py", "import models.workshop.rendering"),
        ("models/framing.py", "import models.workshop"),
    ],
    "layers": [
        ("companion/core/planted.py", "import companion.games"),
        ("companion/rolls/planted.py", "import companion.journal"),
        ("companion/journal/planted.py", "import companion.record"),
        ("companion/games/planted.py", "import companion.record"),
        ("companion/system/planted.py", "import companion.journal"),
        ("companion/record/planted.py", "import companion.session"),
        ("companion/session/planted.py", "import companion.tui"),
        ("companion/sources/planted.py", "import companion.tui"),
        ("companion/tui/planted.py", "import companion.sources"),
        ("companion/web/planted.py", "import companion.tui"),
        ("companion/sources/planted.py", "import companion.commands"),
        ("companion/sources/planted.py", "import companion.doctor"),
        ("companion/doctor/planted.py", "import companion.commands"),
        ("companion/demo/planted.py", "import companion.doctor"),
        ("companion/sources/planted.py", "import companion.demo"),
        ("companion/commands/planted.py", "import companion.cli"),
    ],
    "games-apart": [("companion/games/one/planted.py", "import companion.games.two")],
    "nothing-looks-up": [
        ("hardware/planted.py", "import textual"),
        ("calibration/planted.py", "import companion.core.errors"),
        ("models/planted.py", "import companion.core.errors"),
    ],
    "vision-no-device": [
        ("vision/planted.py", "import serial"),
        ("vision/planted.py", "import hardware"),
    ],
    "devices-by-sources": [
        ("companion/tui/planted.py", "import cv2"),
        ("companion/session/planted.py", "import vision.types"),
        ("companion/record/planted.py", "import models"),
        ("companion/games/planted.py", "import calibration"),
        ("companion/journal/planted.py", "import hardware"),
        ("companion/rolls/planted.py", "import onnxruntime"),
        ("companion/core/planted.py", "import serial"),
    ],
    "screen-apart": [
        ("companion/session/planted.py", "import textual"),
        ("companion/sources/planted.py", "import textual"),
        ("companion/web/planted.py", "import textual"),
        ("companion/doctor/planted.py", "import textual"),
    ],
    "web-apart": [
        ("companion/tui/planted.py", "import companion.web"),
        ("companion/cli.py", "import companion.web"),
        ("companion/session/planted.py", "import aiohttp"),
        ("companion/sources/planted.py", "import segno"),
        ("companion/doctor/planted.py", "import companion.web"),
    ],
    "rules-pure": [
        ("companion/core/planted.py", "import random"),
        ("companion/games/planted.py", "import time"),
        ("companion/games/planted.py", "import numpy"),
        ("companion/core/planted.py", "from pathlib import Path"),
        ("companion/games/planted.py", "import companion.system"),
        ("companion/core/planted.py", "import calibration"),
    ],
    "home-composed": [
        ("companion/session/planted.py", "import companion.system.home"),
        ("companion/tui/planted.py", "import platformdirs"),
        ("companion/web/planted.py", "import companion.system.home"),
        ("companion/doctor/planted.py", "import platformdirs"),
    ],
}


def lint_imports(tree):
    # In a process of its own, started in the tree: the packages found must be the tree's, and
    # never the installed ones.
    program = "import sys; from importlinter.cli import lint_imports_command as run; run()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def small_house(tree):
    """Make a small house of empty rooms under the real contracts."""
    shutil.copy(REPOSITORY / "pyproject.toml", tree)
    rooms = ["core", "games", "games/one", "games/two", "record", "journal", "rolls", "sources"]
    rooms += ["session", "system", "tui", "venue", "web", "demo", "doctor", "commands"]
    for folder in (*PACKAGES, *(f"companion/{room}" for room in rooms)):
        (tree / folder).mkdir()
        (tree / folder / "__init__.py").touch()
    for module in ("companion/cli", "companion/__main__", "companion/system/home", "vision/types"):
        (tree / f"{module}.py").touch()
    for folder in ("models/workshop", "models/workshop/rendering"):
        (tree / folder).mkdir()
        (tree / folder / "__init__.py").touch()
    for module in ("companion/core/errors", "models/workshop/rendering/clip"):
        (tree / f"{module}.py").touch()
    for module in ("models/framing", "models/labels"):
        (tree / f"{module}.py").touch()
    # what the workshop may do, and the contracts about the packages must not mind
    (tree / "models/workshop/bench.py").write_text("import companion.cli\nimport vision.types\n")


def test_every_contract_has_violations_planted():
    assert set(PLANTED) == set(CONTRACTS)


def test_every_guarded_module_exists(repository):
    for contract in CONTRACTS.values():
        for name in contract.get("source_modules", ()):
            path = repository / name.replace(".", "/")
            assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), name


def test_the_workshop_is_forbidden_to_every_other_module_of_its_package(repository):
    guarded = set(CONTRACTS["workshop-apart"]["source_modules"])
    found = {f"models.{path.stem}" for path in (repository / "models").glob("*.py")}
    assert found - {"models.__init__"} == {name for name in guarded if name.startswith("models.")}
    assert guarded >= {name for name in PACKAGES if name != "models"}


def test_a_house_without_violations_is_healthy(tmp_path):
    small_house(tmp_path)
    done = lint_imports(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_planted_violation_is_seen(tmp_path):
    """Each stands in a module of its own, so that one run sees them all."""
    small_house(tmp_path)
    expected = []
    for contract, violations in PLANTED.items():
        for number, (module, line) in enumerate(violations):
            name = f"planted_{contract.replace('-', '_')}_{number}"
            path = tmp_path / module.replace("planted", name)
            path.write_text(f"{line}\n", encoding="utf-8")
            importer = ".".join(path.relative_to(tmp_path).with_suffix("").parts)
            expected.append((contract, f"{importer} -> {line.split()[1]} (l.1)"))
    done = lint_imports(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    told = {name: part_about(contract["name"], done.stdout) for name, contract in CONTRACTS.items()}
    assert [(name, line) for name, line in expected if line not in told[name]] == []


def part_about(contract, told):
    """What a report says of one broken contract, under its underlined name."""
    underlined = f"\n{contract}\n{'-' * len(contract)}\n"
    return re.split(r"\n-{3,}\n", told.partition(underlined)[2])[0]
