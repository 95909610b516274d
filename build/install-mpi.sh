#!/bin/sh
# What the tests of the MPI binding need: Open MPI installed, and MPICH unpacked in target/mpich (not installed, because
# both want to be the machine's mpirun). Says nothing where they are present, and ends with 0 where packages cannot be
# had: the tests are then skipped with a message.
set -eu

cd -P -- "$(dirname -- "$0")/.."

as_root=
if [ "$(id -u)" -ne 0 ]; then as_root='sudo -n'; fi

# Whether packages may be installed here.
may_install() {
    command -v apt-get >/dev/null 2>&1 && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }
}

install_open_mpi() {
    # shellcheck disable=SC2086 # as_root is no word or two
    $as_root apt-get update -qq >/dev/null &&
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends openmpi-bin libopenmpi-dev >/dev/null
}

if ! command -v mpirun >/dev/null 2>&1 && may_install; then install_open_mpi || :; fi
command -v mpirun >/dev/null 2>&1 ||
    echo "Open MPI cannot be installed here: apt-get install openmpi-bin libopenmpi-dev" >&2

if { [ ! -x target/mpich/usr/bin/mpiexec.hydra ] || [ ! -d target/mpich/usr/include ]; } && command -v apt-get >/dev/null 2>&1; then
    packages=$(mktemp -d)
    (cd "$packages" && apt-get download -qq mpich libmpich12 libmpich-dev libslurm38 libucx0) >/dev/null 2>&1 || :
    for package in "$packages"/*.deb; do
        [ -f "$package" ] || continue
        mkdir -p target/mpich
        dpkg -x "$package" target/mpich
    done
    rm -rf "$packages"
fi
