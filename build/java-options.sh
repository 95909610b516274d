# shellcheck shell=sh
# The options that Java runs treeline with. Sourced by the launcher.
#
#   TREELINE_OPTS   the user's own, which come after these; a collector among them replaces ours
#   MEMINFO, CGROUP_MEMORY   where the memory of the machine and of the container is written

# Above about 32 GB of heap Java's references are longer, and the cache of loaded classes is of no use.
# In kB and in bytes: 70 % of it is 31 GB.
large_machine=46000000
large_container=46000000000

# Sets $heap: most of the memory, but not more than references of four bytes reach.
heap_option() {
    heap=-XX:MaxRAMPercentage=70
    kilobytes=0
    [ -r "${MEMINFO:=/proc/meminfo}" ] && read -r _ kilobytes _ <"$MEMINFO"
    limit=max
    [ -r "${CGROUP_MEMORY:=/sys/fs/cgroup/memory.max}" ] && read -r limit <"$CGROUP_MEMORY"
    case $kilobytes in '' | *[!0-9]*) return ;; esac
    case $limit in
    '' | *[!0-9]*) ;;
    *) [ "$limit" -lt $large_container ] && return ;;
    esac
    [ "$kilobytes" -gt $large_machine ] && heap=-Xmx31g
    return 0
}

# Below so many bytes of files, compiling with the optimising compiler takes longer than it saves: with 5 MB of values
# `tree` takes 0.61 instead of 0.81 s and 0.9 instead of 1.5 s of CPU time, `report` 1.65 instead of 1.82 s and 2.1 instead
# of 3.3 s. From about 30 MB of text or 100 MB of values on, it pays.
small_input=25000000

# Whether a command whose time grows with its input reads small files only. The size of a folder is not known.
reads_small_files() {
    case ${1:-} in
    info | tree | hot-path | flat | callers | callgraph | imbalance | ranks | communication | iterations) ;;
    longest-iterations | node | diff | query | report | hpcreport | prune | table) ;;
    *) return 1 ;;
    esac
    shift
    bytes=0
    for word in "$@"; do
        [ ! -d "$word" ] || return 1
        [ -f "$word" ] || continue
        size=$(wc -c 2>/dev/null <"$word") || return 1
        bytes=$((bytes + size))
    done
    [ "$bytes" -gt 0 ] && [ "$bytes" -lt $small_input ]
}

# Sets $options for the words of a command. The serial collector keeps the heap small, and is as fast: much of what
# is loaded are few large arrays. Short commands are over before the optimising compiler would pay.
java_options() {
    case " ${TREELINE_OPTS:-}" in
    *' -XX:+Use'*GC*) options= ;;
    *) options='-XX:+UseSerialGC' ;;
    esac
    case ${1:-} in
    '' | -* | help | formats | completion) options="$options -Xmx256m -XX:TieredStopAtLevel=1" ;;
    *)
        heap_option
        options="$options $heap -Xms64m -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40"
        ! reads_small_files "$@" || options="$options -XX:TieredStopAtLevel=1"
        ;;
    esac
    # SQLite is a native library: the index of an archive, and databases of other tools. Not for all commands,
    # because Java does not use the whole cache with this option.
    case "${1:-} $* " in
    archive\ * | compare\ * | verify\ * | *.sqlite[\ #.3]* | *.db[\ #]*) options="$options --enable-native-access=ALL-UNNAMED" ;;
    esac
}
