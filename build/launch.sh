# shellcheck shell=sh disable=SC2154
# Starts Java with the jars of an installation. Sourced by ./treeline and by bin/treeline of an installation; POSIX sh.
#
#   launch WORD...   runs the command; $installation is the installation:
#     lib/*.jar            the application and its libraries
#     lib/notebook/*.jar   the notebook kernel and its libraries, in addition
#     lib/spark/*.jar      the jar for Apache Spark
#     lib/*.sh             find-jdk.sh, java-options.sh and this file
#     runtime              a Java runtime (only in images)
#     cache/*.aot          the start-up cache for that runtime (only in images)
#
#   TREELINE_JAVA_HOME   the JDK to use (25 or newer)
#   TREELINE_OPTS        additional Java options, such as -Xmx16g
#   SPARK_HOME           the Apache Spark installation that --engine uses
#   XDG_CACHE_HOME       where the start-up cache is stored if the installation has none (default: ~/.cache)

# Sets $class_path to the jars in the given folders. The order is fixed, because the cache depends on it.
find_class_path() {
    class_path=
    for folder in "$@"; do
        for jar in "$folder"/*.jar; do
            [ -f "$jar" ] || {
                echo "treeline: incomplete installation: no jars in $folder" >&2
                exit 70
            }
            class_path=$class_path${class_path:+:}$jar
        done
    done
}

# Whether one of the words selects a cluster, which needs additional jars.
asks_cluster() {
    for word in "$@"; do
        case $word in
        --engine=local) ;;
        --engine | --engine=*) return 0 ;;
        --) return 1 ;;
        esac
    done
    return 1
}

# Whether the words ask for help, which is printed without compiling or writing anything.
asks_help() {
    [ "${1:-}" = help ] && return 0
    for word in "$@"; do
        case $word in
        -h | --help) return 0 ;;
        --) return 1 ;;
        esac
    done
    return 1
}

# Runs treeline with the jars of Apache Spark and ours for spark-submit.
run_with_spark() {
    spark=${SPARK_HOME:-${clone_spark:-}}
    [ -d "$spark/jars" ] || {
        if [ -n "$spark" ]; then
            echo "treeline: no Apache Spark jars in $spark/jars" >&2
        else
            echo "treeline: --engine needs Apache Spark 4" >&2
        fi
        echo "  set SPARK_HOME to the folder of an Apache Spark installation" >&2
        exit 69
    }
    find_class_path "$installation/lib/spark"
    java_options cluster
    modules=$("$JDK_HOME/bin/java" -cp "$class_path:$spark/jars/*" treeline.spark.ModuleOptions) || exit 70
    # shellcheck disable=SC2086 # options are several words
    exec "$JDK_HOME/bin/java" $options $modules ${TREELINE_OPTS:-} -cp "$class_path:$spark/jars/*" treeline.app.Main "$@"
}

# Installs the notebook kernel, which Jupyter starts with the class path and the options of this start.
run_jupyter() {
    find_class_path "$installation/lib" "$installation/lib/notebook"
    java_options kernel
    exec "$JDK_HOME/bin/java" -Xmx256m "-Dtreeline.options=$options ${TREELINE_OPTS:-}" \
        "-Dtreeline.invoked=$0" -cp "$class_path" treeline.app.Main "$@"
}

# Sets $cache: the one of the image if its runtime is used, or a file of this user for this installation and JDK.
find_cache() {
    if [ "$JDK_HOME" = "$installation/runtime" ]; then
        cache=$installation/cache/treeline.aot
        return
    fi
    # shellcheck disable=SC2086 # the path is split at its slashes
    name=$(IFS=/ && set -f && set -- $installation && IFS=_ && echo "$*")
    cache=${cache_folder:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/treeline}/$JDK_VERSION$name.aot
    is_cache_fresh || asks_help "$@" || make_cache
}

# Whether the cache exists and is not older than the application. An empty file marks a failed attempt.
is_cache_fresh() {
    [ -f "$cache" ] || return 1
    for jar in "$installation"/lib/*.jar; do
        # shellcheck disable=SC3013 # in POSIX since 2024, in every sh before
        [ "$jar" -nt "$cache" ] && return 1
    done
    return 0
}

# Writes the ahead-of-time cache of loaded and linked classes, by one run of all short commands. Its heap is limited,
# because Java's default limit may be too large for the cache: see java-options.sh.
make_cache() {
    mkdir -p "${cache%/*}" 2>/dev/null && [ -w "${cache%/*}" ] || return 0
    echo "treeline: preparing faster starts, once per installation and JDK: about 10 s" >&2
    made=$cache.$$
    "$JDK_HOME/bin/java" -XX:AOTCacheOutput="$made" -XX:+UseSerialGC -Xmx1g -cp "$class_path" \
        treeline.app.Training >"$cache.log" 2>&1 || : >"$made"
    [ -f "$made" ] || : >"$made"
    mv -f "$made" "$cache"
}

# Sets properties of the terminal that a shell finds out faster than Java: whether there is one, and its width.
inspect_terminal() {
    terminals=
    [ -t 1 ] && terminals=out
    [ -t 2 ] && terminals=$terminals,err
    columns=
    if [ -t 1 ] && [ -z "${COLUMNS:-}" ]; then
        columns=$({ stty size </dev/tty; } 2>/dev/null) || columns= # the shell reports a missing terminal itself
        columns=${columns#* }
    fi
}

# Selects UTF-8 unless the locale has it: Java decodes file names by the locale, and they are UTF-8 even in other ones.
choose_locale() {
    ascii=false
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    *[Uu][Tt][Ff]-8* | *[Uu][Tt][Ff]8*) ;;
    *)
        ascii=true
        LC_ALL=C.UTF-8
        export LC_ALL
        ;;
    esac
}

# Sets JDK_HOME and JDK_VERSION: the user's choice, the runtime of an image, or a JDK of the machine.
choose_java() {
    # shellcheck source=build/find-jdk.sh
    . "$installation/lib/find-jdk.sh"
    if [ -z "${TREELINE_JAVA_HOME:-}" ] && [ -d "$installation/runtime" ]; then
        is_jdk "$installation/runtime" || {
            echo "treeline: incomplete installation: no Java in $installation/runtime" >&2
            exit 70
        }
        return
    fi
    locate_jdk || exit 69
}

launch() {
    choose_java
    choose_locale
    # shellcheck source=build/java-options.sh
    . "$installation/lib/java-options.sh"
    if ! asks_help "$@"; then
        if asks_cluster "$@"; then run_with_spark "$@"; fi
        if [ "${1:-}" = jupyter ]; then run_jupyter "$@"; fi
    fi
    find_class_path "$installation/lib"
    find_cache "$@"
    java_options "$@"
    cached=
    [ -s "$cache" ] && cached=-XX:AOTCache=$cache
    inspect_terminal
    # Java ignores a cache that does not match the options, and its messages about that are switched off.
    # shellcheck disable=SC2086 # options are several words
    exec "$JDK_HOME/bin/java" $options ${cached:+"$cached"} -Xlog:disable -Xlog:all=error,aot*=off,cds*=off:stderr \
        "-Dtreeline.terminals=$terminals" "-Dtreeline.columns=$columns" "-Dtreeline.ascii=$ascii" \
        "-Dtreeline.invoked=$0" ${TREELINE_OPTS:-} -cp "$class_path" treeline.app.Main "$@"
}
