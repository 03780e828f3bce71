#!/bin/sh
# Proves the README's commands on a machine that has nothing: tools/fresh-machine.sh [FOLDER]
#
# Makes a minimal Debian in FOLDER (python3, python3-venv, make; no git, no compiler, no system
# library beyond those), unpacks the committed tree there and runs `make test` and `make demo` as an
# ordinary user. Then it takes away venv, Python and looks at what make says.
#
# Needs root and debootstrap. SUITE chooses the release (bookworm has Python 3.11, trixie 3.13),
# MIRROR=URL the mirror, JOBS="test demo" the targets, and
# SETUP=SCRIPT a script that is called with the folder first: the place for a proxy or for pip's
# settings on a machine that does not reach the registry directly.
set -eu

folder=${1:-/tmp/tableside-fresh}
jobs=${JOBS:-test demo}
here=$(cd "$(dirname "$0")/.." && pwd)
suite=${SUITE:-bookworm}
base=$folder/$suite
machine=$folder/machine

inside() { chroot "$machine" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb "$@"; }
as_guest() { inside su guest -s /bin/sh -c "$1"; }

leave() {
    umount "$machine/proc" "$machine/dev/pts" "$machine/dev" 2>/dev/null || true
}
trap leave EXIT

if [ ! -x "$base/usr/bin/make" ]; then
    mkdir -p "$folder"
    debootstrap --variant=minbase --include=python3,python3-venv,make,ca-certificates \
        "$suite" "$base" ${MIRROR:+"$MIRROR"}
fi

echo "== a new machine in $machine"
leave
rm -rf "$machine"
cp -a "$base" "$machine"
cp -L /etc/resolv.conf "$machine/etc/resolv.conf"
mount -t proc proc "$machine/proc"
mount --bind /dev "$machine/dev"
mount --make-private "$machine/dev"  # else its terminals would be laid over this machine's own
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$machine/dev/pts"
inside useradd --create-home guest
mkdir "$machine/home/guest/tableside"
git -C "$here" archive HEAD | tar -x -C "$machine/home/guest/tableside"
inside chown -R guest:guest /home/guest/tableside
[ -z "${SETUP:-}" ] || sh "$SETUP" "$machine"
inside sh -c 'python3 -V; python3 -c "import ensurepip; print(\"pip\", ensurepip.version())"; make -v | head -n 1'

for job in $jobs; do
    echo "== make $job"
    as_guest "cd ~/tableside && make $job"
    echo "== make $job: exit status 0"
done

refuses() {
    # $1: what is gone; make must stop with one line that names a command
    echo "== make test without $1"
    as_guest 'cd ~/tableside && rm -rf .venv && make test' >"$folder/said" 2>&1 && { echo "it did not stop"; exit 1; }
    cat "$folder/said"
    [ "$(grep -c '^tableside: .*install it with: .*apt-get install python3' "$folder/said")" = 1 ]
}

version=$(inside python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
inside dpkg --remove --force-depends python3-venv "$version-venv" >/dev/null 2>&1
refuses venv
inside rm -f /usr/bin/python3 "/usr/bin/$version"
refuses Python
echo "== all as the README says"
