# shellcheck shell=sh disable=SC2034
# Finds a JDK that is new enough, without starting one. Sourced by ./treeline, ./check and bench/run; POSIX sh.
#
#   locate_jdk    sets JDK_HOME and JDK_VERSION, or explains on stderr what is needed and returns 1
#   find_jdk      prints the home, or explains and returns 1

JDK_NEEDED=25

# Whether the folder $1 is a JDK that is new enough, by its release file; if so, sets JDK_HOME and JDK_VERSION.
is_jdk() {
    JDK_VERSION=
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    while IFS= read -r line; do
        case $line in
        JAVA_VERSION=*)
            JDK_VERSION=${line#JAVA_VERSION=}
            JDK_VERSION=${JDK_VERSION#\"}
            JDK_VERSION=${JDK_VERSION%\"*}
            ;;
        esac
    done <"$1/release"
    feature=${JDK_VERSION%%[!0-9]*}
    [ -n "$feature" ] && [ "$feature" -ge "$JDK_NEEDED" ] || return 1
    JDK_HOME=$1
}

# The home of the java on the PATH: what its symbolic links lead to.
java_on_path() {
    java=$(command -v java) || return 1
    while [ -h "$java" ]; do
        link=$(readlink "$java")
        case $link in
        /*) java=$link ;;
        *) java=${java%/*}/$link ;;
        esac
    done
    java=${java%/*}
    echo "${java%/*}"
}

locate_jdk() {
    if [ -n "${TREELINE_JAVA_HOME:-}" ]; then
        is_jdk "$TREELINE_JAVA_HOME" && return
        echo "treeline: TREELINE_JAVA_HOME=$TREELINE_JAVA_HOME is not a JDK $JDK_NEEDED or newer" >&2
        return 1
    fi
    [ -n "${JAVA_HOME:-}" ] && is_jdk "$JAVA_HOME" && return
    candidate=$(java_on_path) && is_jdk "$candidate" && return
    # JDK_PLACES replaces the usual places; tests use it.
    if [ -n "${JDK_PLACES:-}" ]; then
        for candidate in "$JDK_PLACES"/*; do is_jdk "$candidate" && return; done
    else
        for candidate in /usr/lib/jvm/* /opt/* "${HOME:-}"/.sdkman/candidates/java/* \
            "${HOME:-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
            is_jdk "$candidate" && return
        done
    fi
    echo "treeline: JDK $JDK_NEEDED or newer is needed, and none was found" >&2
    echo "  install one, or set TREELINE_JAVA_HOME to the folder of one" >&2
    return 1
}

find_jdk() {
    locate_jdk && echo "$JDK_HOME"
}
