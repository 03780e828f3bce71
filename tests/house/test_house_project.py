"""What pyproject, the Makefile and the README promise is what is there.

The wheel holds everything that the program needs at run time.
"""

import ast
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools.installed import QUICK, BrokenPromiseError, Installed, reads

REPOSITORY = Path(__file__).resolve().parents[2]
PYPROJECT = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
TABLE = tomllib.loads(PYPROJECT)
FIRMWARE = REPOSITORY / "hardware/firmware"  # runs on a board, with what a board has
EXTRA = TABLE["project"]["optional-dependencies"]
OWN = ("companion", "vision", "hardware", "calibration", "models")
# the name one imports -> the name one installs, where they differ
DISTRIBUTION = {
    "cv2": "opencv-python-headless",
    "serial": "pyserial",
    "PIL": "pillow",
    "mathutils": "bpy",
    "textual_image": "textual-image",
    "markupsafe": "jinja2",  # part of what it hands out
}
# an extra -> who may import it, and says in a line how to get it where it is missing
EXTRAS = {
    "ble": ["hardware/ble"],
    "phone": ["companion/web/certificate.py", "companion/commands/phone.py"],
    "pictures": ["companion/tui/pictures"],
    "serve": ["companion/web", "companion/commands/serve.py"],
    "venue": ["companion/venue", "companion/commands/venue.py", "companion/web"],
}


def requirements(*words):
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "tools/requirements.py"), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def names_of(lines):
    return {re.split(r"[<>=~!\[; ]", line)[0] for line in lines}


def sources():
    found = [path for package in OWN for path in sorted((REPOSITORY / package).rglob("*.py"))]
    return [path for path in found if FIRMWARE not in path.parents]


def imported_by(path):
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return {name for name in found if name not in sys.stdlib_module_names and name not in OWN}


def test_each_requirement_has_its_reason_beside_it():
    lines = re.findall(r'^  "[A-Za-z][\w.\[\]-]*>=[^"]+",.*$', PYPROJECT, flags=re.MULTILINE)
    groups = ("runtime", "dev", "train", "independent", "second", "mutation", "lock")
    wanted = [line for group in groups for line in requirements(group)]
    assert len(lines) == len(set(wanted))
    assert [line for line in lines if not re.search(r'",\s+# \w', line)] == []


def test_all_that_the_program_imports_is_declared():
    runtime = names_of(requirements("runtime"))
    more = {
        "workshop": names_of([*requirements("train"), *requirements("test")]),
        "independent": names_of(requirements("independent")),
        "second": names_of(requirements("second")),
    }
    extras = {REPOSITORY / room: names_of(EXTRA[extra]) for extra, rooms in EXTRAS.items() for room in rooms}
    for path in sources():
        allowed = runtime.union(*(more[part] for part in more.keys() & set(path.parts)))
        allowed = allowed.union(*(extras[room] for room in extras.keys() & {path, *path.parents}))
        needed = {DISTRIBUTION.get(name, name) for name in imported_by(path)}
        assert needed <= allowed, f"{path}: {needed - allowed}"


def test_all_that_is_declared_is_imported():
    used = {DISTRIBUTION.get(name, name) for path in sources() for name in imported_by(path)}
    assert names_of(requirements("runtime")) <= used
    assert names_of([line for extra in EXTRA.values() for line in extra]) <= used


def test_each_extra_has_its_reason_and_its_room():
    assert EXTRA.keys() == EXTRAS.keys()
    for extra in EXTRA:
        assert re.search(rf"^{extra} = \[.*\] +# \w", PYPROJECT, flags=re.MULTILINE), extra


def test_the_lowest_series_of_each_bound():
    lowest = requirements("runtime", "--lowest")
    assert names_of(lowest) == names_of(requirements("runtime"))
    assert all(re.fullmatch(r"[\w.-]+~=\d+\.\d+\.0", line) for line in lowest)


@pytest.mark.parametrize("name", ["runtime", "test", "dev"])
def test_a_lock_has_each_requirement_within_its_bounds_and_with_hashes(name):
    text = (REPOSITORY / f"tools/{name}.lock").read_text(encoding="utf-8")
    blocks = [block for block in re.split(r"\n(?=\S)", text) if not block.startswith("#")]
    pinned = [re.match(r"([\w.-]+)(?:\[[\w,-]+\])?==(\S+)", block) for block in blocks]
    assert all(pinned)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", block) for block in blocks)
    found = [(pin[1], pin[2]) for pin in pinned if pin]
    for line in requirements("build", "runtime", name):
        wanted = Requirement(line)
        versions = [version for pin, version in found if pin == wanted.name]
        assert versions, f"{line}: run `make lock`"
        assert all(version in wanted.specifier for version in versions), f"{line}: `make lock`"
    dev = (REPOSITORY / "tools/dev.lock").read_text(encoding="utf-8")
    assert [pin[0] for pin in pinned if pin and f"\n{pin[0]} " not in dev] == []


def test_what_is_locked_is_installed_by_its_hashes_alone():
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    for name in ("runtime", "$*"):
        assert f"--require-hashes --requirement tools/{name}.lock" in makefile
    assert "--no-deps --no-build-isolation) --editable ." in makefile


def test_an_unknown_group_is_refused_with_the_known_ones():
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "tools/requirements.py"), "nonsense"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "no group 'nonsense'; there are: build, dev, " in done.stderr


def test_make_help_lists_the_jobs():
    if shutil.which("make") is None:
        pytest.skip("make is not here")
    done = subprocess.run(
        ["make", "-C", str(REPOSITORY), "help"],  # noqa: S607  make is found by its name, as people do
        capture_output=True,
        text=True,
        check=True,
    )
    for job in ("demo", "play", "test", "test-all", "check", "train"):
        assert re.search(rf"make {job} +\w", done.stdout), job


def test_what_make_test_leaves_out_runs_all_the_same():
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^test:.*\n\t@\$\(PYTEST\) -m 'not slow' ", makefile, re.MULTILINE)
    assert re.search(r"^test-slow:.*\n\t@\$\(PYTEST\) -m slow ", makefile, re.MULTILINE)
    assert re.search(r"^test-all: test test-slow ", makefile, re.MULTILINE)
    assert re.search(r"^check: .*\btest ", makefile, re.MULTILINE)
    assert "make --no-print-directory check test-all" in (REPOSITORY / ".ci/run").read_text("utf-8")


def test_the_readme_names_each_command():
    from companion.cli import COMMANDS

    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if name != "app" and f"tableside {name}" not in text] == []


def test_test_files_have_names_of_their_own():
    names = [path.name for path in (REPOSITORY / "tests").rglob("test_*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.filterwarnings("ignore:A test tried to use socket")
def test_no_test_reaches_the_network():
    with pytest.raises(RuntimeError), socket.socket() as plug:
        plug.connect(("192.0.2.1", 80))  # an address that is reserved for documentation


def test_no_test_sees_the_home_of_whoever_runs_it(tmp_path_factory):
    from companion.system.home import home_folder

    assert home_folder().is_relative_to(tmp_path_factory.getbasetemp())


PACKAGES = ("companion", "vision", "hardware", "calibration", "models")
LEFT_OUT = (  # no part of the program
    "models/workshop/",
    "hardware/firmware/",
    "hardware/simulators/",
    "companion/commands/tray_simulate.py",
)
SHIPPED = (
    ".py",
    ".typed",
    ".toml",
    ".tcss",
    ".onnx",
    ".mp4",
    ".avi",
    ".txt",
    ".json",
    ".md",
    ".css",
    ".js",
    ".pot",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built by the backend itself, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=Path(__file__).resolve().parents[2],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("tableside-*.whl")
    return zipfile.ZipFile(built)


def shipped_from(repository):
    return {
        path.relative_to(repository).as_posix()
        for package in PACKAGES
        for path in (repository / package).rglob("*")
        if (path.suffix in SHIPPED or path.name == "py.typed")
        and not path.relative_to(repository).as_posix().startswith(LEFT_OUT)
    }


def test_every_file_of_the_five_packages_is_in_the_wheel(wheel, repository):
    assert shipped_from(repository) <= set(wheel.namelist())


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_ships_its_types(wheel, package):
    assert f"{package}/py.typed" in wheel.namelist()


@pytest.mark.parametrize("suffix", [".onnx", ".tcss", ".toml", ".mp4"])
def test_data_of_each_kind_is_there(wheel, suffix):
    assert [name for name in wheel.namelist() if name.endswith(suffix)]


def test_the_workshop_is_not_in_the_wheel_and_nothing_in_it_speaks_of_the_workshop(wheel):
    assert [name for name in wheel.namelist() if name.startswith(LEFT_OUT)] == []
    code = {name: wheel.read(name).decode() for name in wheel.namelist() if name.endswith(".py")}
    assert [name for name, text in code.items() if "models.workshop" in text] == []


def test_nothing_else_is_in_the_wheel(wheel):
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.startswith("tableside-")} == set(PACKAGES)


def test_the_command_and_the_licence_are_in_the_wheel(wheel):
    about = {name.partition(".dist-info/")[2]: name for name in wheel.namelist()}
    assert "tableside = companion.cli:main" in wheel.read(about["entry_points.txt"]).decode()
    assert "License-Expression: MIT" in wheel.read(about["METADATA"]).decode()
    assert "licenses/LICENSE" in about


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory):
    """The wheel in an environment of its own, from which the source tree cannot be seen.

    The libraries are those that are installed here already: they are found, and the notes of what
    else is installed here, among them where the source tree stands, are not read.
    """
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder / "venv", with_pip=False, symlinks=os.name != "nt")
    place = {"base": str(folder / "venv"), "platbase": str(folder / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", place))
    wheel.extractall(packages)
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    python = Path(sysconfig.get_path("scripts", "venv", place)) / Path(sys.executable).name
    outside = folder / "elsewhere"
    outside.mkdir()
    return Installed((str(python), "-m", "companion"), outside)


def test_the_installed_packages_are_the_wheels(alone):
    program = "; ".join([f"import {name}; print({name}.__file__)" for name in PACKAGES])
    done = replace(alone, command=alone.command[:1]).run("-c", program)
    found = [Path(line) for line in done.stdout.splitlines()]
    assert [path.parent.name for path in found] == list(PACKAGES)
    assert {path.is_relative_to(alone.folder.parent / "venv") for path in found} == {True}


def test_the_installed_program_offers_no_simulated_tray(alone):
    assert "fairness" in (told := alone.run("tray", "--help").stdout)
    assert "act as a dice tray" not in told


@pytest.mark.parametrize("promise", QUICK, ids=lambda promise: promise.__name__)
def test_installed_alone_it_does_as_promised(alone, promise):
    if sys.platform == "win32" and promise.__name__ in {"starts", "sits_down"}:
        pytest.skip("there are no pseudo-terminals")
    assert promise(alone)


def test_a_promise_that_is_broken_is_seen(alone):
    networks = list((alone.folder.parent / "venv").rglob("read.onnx"))
    assert len(networks) == 1
    kept = networks[0].rename(networks[0].with_suffix(".away"))
    try:
        with pytest.raises(BrokenPromiseError, match=r"read\.onnx"):
            reads(alone)
    finally:
        kept.rename(networks[0])
