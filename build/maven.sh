# shellcheck shell=sh disable=SC2154
# Runs Maven with little output. Sourced by ./treeline, ./check, build/release and build/test; POSIX sh.
#
#   run_maven LOG ARGUMENT...    writes all output to the file LOG; prints module names, failed tests, compiler warnings
#                                and errors on stderr as they appear; returns Maven's exit status
#
#   run_quick_maven LOG ARGUMENT...    the same, with profile quick: two modules at a time, on the JDK of the build
#
#   verify_checksums    from then on, these two compare all artefacts that Maven resolves with build/checksums.sha256,
#                       or add them to it if CHECKSUMS=add is in the environment
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

# Compiles build/ChecksumSpy.java. The paths are relative because options are several words.
checksum_options=
verify_checksums() {
    spy=target/checksums
    # shellcheck disable=SC3013 # in POSIX since 2024, in every sh before
    if [ ! -f "$spy/spy.jar" ] || [ build/ChecksumSpy.java -nt "$spy/spy.jar" ]; then
        maven_home=$(mvn -B -v | sed -n 's/^Maven home: //p')
        mkdir -p "$spy/classes/META-INF/sisu"
        echo treeline.build.ChecksumSpy >"$spy/classes/META-INF/sisu/javax.inject.Named"
        "$JDK_HOME/bin/javac" --release 11 -proc:none -d "$spy/classes" -cp "$maven_home/lib/*" build/ChecksumSpy.java &&
            "$JDK_HOME/bin/jar" --create --file "$spy/spy.jar" -C "$spy/classes" . || return
    fi
    checksum_options="-Dmaven.ext.class.path=$spy/spy.jar -Dtreeline.checksums=build/checksums.sha256"
    [ "${CHECKSUMS:-}" != add ] || checksum_options="$checksum_options -Dtreeline.checksums.add=true"
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
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    *[Uu][Tt][Ff]-8* | *[Uu][Tt][Ff]8*) ;;
    *)
        LC_ALL=C.UTF-8 # Java encodes file names by the locale, and a folder of the tests is not ASCII
        export LC_ALL
        ;;
    esac
    {
        status=0
        # shellcheck disable=SC2086 # options are several words
        JAVA25_HOME=$JDK_HOME mvn -B $checksum_options "-Dtreeline.commit=$(commit)" "$@" 2>&1 || status=$?
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
