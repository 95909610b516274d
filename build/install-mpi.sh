#!/bin/sh
# What the tests of the MPI binding need: Open MPI installed, and MPICH unpacked in target/mpich (not installed, because
# both want to be the machine's mpirun). Says nothing where they are present and ends with 0 where packages cannot be had:
# the tests are then skipped with a message.
set -u
cd "$(dirname "$0")/.." || exit 1

packages_allowed() {
    command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]
}

if ! command -v mpirun >/dev/null; then
    if packages_allowed; then
        apt-get update -qq >/dev/null
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openmpi-bin libopenmpi-dev >/dev/null
    fi
    command -v mpirun >/dev/null || echo "Open MPI cannot be installed here: apt-get install openmpi-bin libopenmpi-dev" >&2
fi

if [ ! -x target/mpich/usr/bin/mpiexec.hydra ] && packages_allowed; then
    folder=$(mktemp -d)
    (cd "$folder" && apt-get download -qq mpich libmpich12 libslurm38 libucx0) >/dev/null 2>&1
    mkdir -p target/mpich
    for package in "$folder"/*.deb; do
        [ -e "$package" ] && dpkg -x "$package" target/mpich
    done
    rm -rf "$folder"
fi
exit 0
