"""What pyproject, the Makefile and the README promise is what is there."""

import ast
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

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
    "textual_image": "textual-image",
    "markupsafe": "jinja2",  # part of what it hands out
}
# an extra -> who may import it, and says in a line how to get it where it is missing
EXTRAS = {
    "ble": ["hardware/ble"],
    "phone": ["companion/web/certificate.py", "companion/commands/phone.py"],
    "pictures": ["companion/tui/pictures"],
    "serve": ["companion/web", "companion/commands/serve.py"],
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
    lines = re.findall(r'^  "[A-Za-z][\w.-]*>=[^"]+",.*$', PYPROJECT, flags=re.MULTILINE)
    groups = ("runtime", "dev", "train", "independent", "mutation", "lock")
    wanted = [line for group in groups for line in requirements(group)]
    assert len(lines) == len(set(wanted))
    assert [line for line in lines if not re.search(r'",\s+# \w', line)] == []


def test_all_that_the_program_imports_is_declared():
    runtime = names_of(requirements("runtime"))
    more = {
        "workshop": names_of([*requirements("train"), *requirements("test")]),
        "independent": names_of(requirements("independent")),
    }
    extras = {
        REPOSITORY / room: names_of(EXTRA[extra])
        for extra, rooms in EXTRAS.items()
        for room in rooms
    }
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
    pinned = [re.match(r"([\w.-]+)==(\S+)", block) for block in blocks]
    assert all(pinned)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", block) for block in blocks)
    found = [(pin[1], pin[2]) for pin in pinned if pin]
    for line in requirements("build", "runtime", name):
        wanted = Requirement(line)
        versions = [version for pin, version in found if pin == wanted.name]
        assert versions, f"{line}: run `make lock`"
        assert all(version in wanted.specifier for version in versions), f"{line}: `make lock`"
    dev = (REPOSITORY / "tools/dev.lock").read_text(encoding="utf-8")
    assert [f"{pin}=={it}" for pin, it in found if f"\n{pin}=={it} " not in dev] == []


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
