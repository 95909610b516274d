# shellcheck shell=sh disable=SC2154
# Runs Maven with little output. Sourced by ./treeline, ./check, build/release and build/test; POSIX sh.
#
#   run_maven LOG ARGUMENT...    writes all output to the file LOG; prints module names, failed tests, compiler warnings
#                                and errors on stderr as they appear; returns Maven's exit status
#
#   run_quick_maven LOG ARGUMENT...    the same, with profile quick: two modules at a time, on the JDK of the build
#
# The JDK that locate_jdk found is offered to the build as JAVA25_HOME; Maven itself may run on an older one, but with
# profile quick it runs on that JDK, because it compiles in its own JVM.

run_quick_maven() {
    JAVA_HOME=$JDK_HOME
    PATH=$JDK_HOME/bin:$PATH
    MAVEN_OPTS="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 ${MAVEN_OPTS:-}"
    export JAVA_HOME PATH MAVEN_OPTS
    log=$1
    shift
    run_maven "$log" --threads 2 -Pquick "$@"
}

# The commit that is built, "-dirty" if files differ from it; "unknown" without git.
commit() {
    git describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null || echo unknown
}

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
        JAVA25_HOME=$JDK_HOME mvn -B "-Dtreeline.commit=$(commit)" "$@" 2>&1 || status=$?
        echo "$status" >"$log.status"
    } | while IFS= read -r line; do
        printf '%s\n' "$line" >&3
        tell_line "$line"
    done 3>"$log" >&2
    status=$(cat "$log.status")
    rm -f "$log.status"
    return "$status"
}

# Warnings and errors of the compiler may have several lines; the lines after the first one are indented.
is_message=false
tell_line() {
    case $1 in
    ' '*)
        $is_message && echo "    $1"
        return 0
        ;;
    esac
    is_message=false
    case $1 in
    '[INFO] Building jar'*) ;;
    '[INFO] Building '*)
        module=${1#'[INFO] Building '}
        echo "  ${module%% [0-9]*}"
        ;;
    *'Tests run:'*'Time elapsed'*'FAIL'*) echo "    ${1#*] }" ;;
    '[ERROR] '*'full stack trace'* | '[ERROR] Re-run'* | '[ERROR] For more information'*) ;;
    '[ERROR] [Help'* | '[ERROR] -> [Help'* | '[ERROR] ') ;;
    '[WARNING] '*'.java:['* | '[ERROR] '*'.java:['*)
        is_message=true
        echo "    $1"
        ;;
    '[ERROR]'* | 'not formatted:'* | *' are not formatted;'*) echo "    $1" ;;
    esac
}
