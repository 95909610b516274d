# shellcheck shell=sh disable=SC2034
# Runs Maven with few words. Sourced by ./treeline and ./check; POSIX sh.
#
#   run_maven LOG ARGUMENT...    everything goes to the file LOG, the names of modules, the results of
#                                their tests and errors to stderr; returns what Maven returned
#
# The JDK that find_jdk found is offered to the build as JAVA25_HOME; Maven itself may run on an older one.

run_maven() {
    log=$1
    shift
    mkdir -p "${log%/*}"
    rm -f "$log.status"
    if [ -z "${JAVA_HOME:-}" ] && ! command -v java >/dev/null 2>&1; then
        JAVA_HOME=$JDK_HOME
        export JAVA_HOME
    fi
    {
        status=0
        JAVA25_HOME=$JDK_HOME mvn -B "$@" 2>&1 || status=$?
        echo "$status" >"$log.status"
    } | tee "$log" | awk '
        /^\[INFO\] Building / && !/Building jar/ {
            sub(/^\[INFO\] Building /, ""); sub(/ +[^ ]+ +\[.*$/, ""); print "  " $0; next }
        /^\[(INFO|WARNING|ERROR)\] Tests run:.*Time elapsed/ { next }
        /^\[(INFO|WARNING|ERROR)\] Tests run:/ { sub(/^\[[A-Z]+\] /, ""); print "    " $0; next }
        /^\[ERROR\]/ && ++errors <= 60 { print }
        { fflush() }' >&2
    status=$(cat "$log.status")
    rm -f "$log.status"
    return "$status"
}
