#!/bin/sh
# Tries each way to install Tableside that docs/install.md names: tools/fresh-install.sh [FOLDER]
#
# Builds a wheel and an sdist as whoever publishes them would. Then it installs the wheel with pip
# in an environment of its own, with pipx and with uv; tries what each of these promises
# (tools/installed.py); asks for the second screen, whose libraries are not there, and follows the
# one line that says how to get them word for word. At last it unpacks the sdist, and runs a part
# of the tests from it.
#
# Everything happens in FOLDER, and nothing outside of it is written: pipx and uv get homes there.
# PYTHON chooses the Python, TESTS the tests of the sdist. Needs the network, for the libraries.
set -eu

mkdir -p "${1:-/tmp/tableside-install}"
folder=$(cd "${1:-/tmp/tableside-install}" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
tests=${TESTS:-tests/house tests/core tests/record tests/tui/test_tui_themes.py}

export PIP_DISABLE_PIP_VERSION_CHECK=1
export PIPX_HOME="$folder/pipx" PIPX_BIN_DIR="$folder/pipx-bin" PIPX_MAN_DIR="$folder/pipx-man"
export UV_TOOL_DIR="$folder/uv" UV_TOOL_BIN_DIR="$folder/uv-bin" UV_CACHE_DIR="$folder/uv-cache"
export PATH="$folder/tools/bin:$PATH"
unset PYTHONPATH VIRTUAL_ENV

quietly() { # says nothing unless it fails
    "$@" >"$folder/said" 2>&1 || { cat "$folder/said" >&2; exit 1; }
}

installed() { # $1: the program
    echo "== $1"
    "$python" "$here/tools/installed.py" "$1"
    status=0
    (cd "$folder" && "$1" serve --home "$folder/home" >said 2>&1) || status=$?
    command=$(sed -n 's/^tableside: serve needs .*; install with: //p' "$folder/said")
    if [ "$status" != 2 ] || [ -z "$command" ]; then cat "$folder/said" >&2; exit 1; fi
    echo "  without          $(cat "$folder/said")"
    quietly sh -c "$command"
    (cd "$folder" && "$1" doctor extras --json --home "$folder/home") | grep -q '"serve": true'
    echo "  followed         and its libraries are there"
}

echo "== building"
cd "$folder"
rm -rf alone dist home pipx pipx-bin pipx-man source test uv uv-bin
[ -x tools/bin/uv ] || { "$python" -m venv tools && quietly tools/bin/pip install build pipx uv; }
"$python" -V
tools/bin/pip list 2>/dev/null | grep -E '^(build|pip|pipx|uv) ' | sed 's/^/  /'
quietly tools/bin/python -m build --outdir dist "$here"
wheel=$(ls dist/tableside-*.whl)
(cd dist && ls -l | awk 'NR > 1 { printf "  %-40s %.1f MB\n", $9, $5 / 1e6 }')

"$python" -m venv alone
quietly alone/bin/python -m pip install "$wheel"
installed "$folder/alone/bin/tableside"

quietly pipx install "$wheel"
installed "$PIPX_BIN_DIR/tableside"

quietly uv tool install "$wheel"
installed "$UV_TOOL_BIN_DIR/tableside"

echo "== the sdist's tests: $tests"
mkdir source
tar -xzf dist/tableside-*.tar.gz -C source --strip-components 1
cd source
"$python" -m venv ../test
../test/bin/python tools/requirements.py test >../test/needed.txt
quietly ../test/bin/python -m pip install . --requirement ../test/needed.txt
# shellcheck disable=SC2086  # several words on purpose
../test/bin/python -m pytest --quiet $tests >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
tail -n 1 "$folder/said"
echo "== all as docs/install.md says"
