#!/bin/sh
# Makes the project's virtual environment: tools/venv.sh FOLDER [PYTHON]
#
# Finds a Python new enough, and when something is missing says what in one line, with the command
# that installs it. Plain POSIX sh, because on a fresh machine there is nothing else to rely on.
set -eu

folder=$1
wanted=${2:-}

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

missing() {
    # $1: what is missing, $2: Debian's package, $3: Homebrew's
    if command -v brew >/dev/null 2>&1; then
        remedy="brew install $3"
    elif [ "$(id -u)" = 0 ]; then
        remedy="apt-get install $2"
    else
        remedy="sudo apt-get install $2"
    fi
    echo "tableside: $1; install it with: $remedy" >&2
    exit 1
}

python=
if [ -n "$wanted" ]; then
    if ! command -v "$wanted" >/dev/null 2>&1; then
        echo "tableside: PYTHON=$wanted is not a program here; leave PYTHON out to have one found" >&2
        exit 1
    fi
    if ! "$wanted" -c "$new_enough" >/dev/null 2>&1; then
        echo "tableside: PYTHON=$wanted is older than Python 3.11; leave PYTHON out to have a newer one found" >&2
        exit 1
    fi
    python=$wanted
else
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 && "$name" -c "$new_enough" >/dev/null 2>&1; then
            python=$name
            break
        fi
    done
fi

if [ -z "$python" ]; then
    if command -v python3 >/dev/null 2>&1; then
        found=$(python3 -c 'import platform; print(platform.python_version())' 2>/dev/null || echo 'one that does not run')
        missing "Python 3.11 or newer is needed and python3 here is $found" 'python3.11 python3.11-venv' 'python@3.13'
    fi
    missing 'Python 3.11 or newer is missing' 'python3 python3-venv' 'python@3.13'
fi

# Debian keeps ensurepip, without which no environment gets its pip, in a package of its own.
if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    missing "$python has no venv module" "python$version-venv" "python@$version"
fi

# A half-made environment from an interrupted run is worse than none.
"$python" -m venv --clear "$folder"
echo "tableside: made $folder with $("$folder/bin/python" -V 2>&1)"
