#!/bin/sh
# Looks for input that a reader or parser does not survive: build/fuzz.sh [NAME [SECONDS]]. NAME is a part of the name of
# a format's test such as CubexContractTest, or of Queries, ContextSelectors, MetricSelectors, Numbers, Formulas, RunFilters,
# NodeConditions, PruningRules, Http, Mcp, TimeWindows, Snapshot and Agent (none or "all": everything); SECONDS is CPU time
# for each of them (60). Findings are in target/fuzz of the module. CORPUS=FOLDER writes the inputs that reached new
# branches to FOLDER, as zip files for src/test/resources/fuzz.
set -eu
cd -P -- "$(dirname -- "$0")/.."
# shellcheck source=build/find-jdk.sh
. build/find-jdk.sh
locate_jdk || exit 69
reader=${1:-all}
[ "$reader" = all ] && reader=
JAVA25_HOME=$JDK_HOME exec mvn -B -q -pl formats,analysis,record,dashboard,app -am test -Dtest='*FuzzTest' -Dsurefire.failIfNoSpecifiedTests=false \
    -Dfuzz.format="$reader" -Dfuzz.seconds="${2:-60}" -Dfuzz.corpus="${CORPUS:-}"
