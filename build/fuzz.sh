#!/bin/sh
# Looks for bytes that a reader does not survive: build/fuzz.sh [READER [SECONDS]]. READER is a part of the name of a
# test such as CubexContractTest (none or "all": every reader), SECONDS how long for each of them (60). What it finds
# is in formats/target/fuzz.
set -eu
cd -P -- "$(dirname -- "$0")/.."
# shellcheck source=build/find-jdk.sh
. build/find-jdk.sh
locate_jdk || exit 69
reader=${1:-all}
[ "$reader" = all ] && reader=
JAVA25_HOME=$JDK_HOME exec mvn -B -q -pl formats -am test -Dtest=FuzzTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Dfuzz.format="$reader" -Dfuzz.seconds="${2:-60}"
