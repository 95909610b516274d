# Prints the tables of bench/run native. Input, one figure per line:
#   pair NAME NANOSECONDS, call NAME NANOSECONDS, both also as traced-pair and traced-call
#   end MODE RANKS TOOL MILLISECONDS CPU_MILLISECONDS BYTES
function least(key, value) { if (!(key in smallest) || value < smallest[key]) smallest[key] = value }
$1 ~ /^(traced-)?(pair|call)$/ { least($1 " " $2, $3 + 0) }
$1 == "end" && NF == 7 {
    key = $2 " " $3 " " $4
    count[key]++
    millis[key, count[key]] = $5 + 0
    cpu[key, count[key]] = $6 + 0
    bytes[key] = $7
}

# Insertion sort of the values of a key; returns the median.
function sorted(values, key,    i, j, value, n) {
    n = count[key]
    for (i = 2; i <= n; i++) {
        value = values[key, i]
        for (j = i - 1; j >= 1 && values[key, j] > value; j--) values[key, j + 1] = values[key, j]
        values[key, j + 1] = value
    }
    return n % 2 == 1 ? values[key, (n + 1) / 2] : (values[key, n / 2] + values[key, n / 2 + 1]) / 2
}

function row(what, value, unit, caliper, goal, met) {
    printf "%-52s %12s %14s %14s  %s\n", what, sprintf("%.1f %s", value, unit), caliper, goal, goal == "" ? "" : met ? "met" : "MISSED"
}

function pairs(    clock, event, pair, goal, on_top, both) {
    clock = smallest["pair clock"]; event = smallest["pair event"]; pair = "pair caliper" in smallest ? smallest["pair caliper"] : 0
    print "Minimum time"
    printf "%-52s %12s %14s %14s\n", "", "Treeline", "Caliper", "goal"
    row("two clock reads", clock, "ns", "", "", 1)
    goal = "pair caliper" in smallest && pair / 4 < 1.3 * clock ? pair / 4 : 1.3 * clock
    row("event", event, "ns", "pair caliper" in smallest ? sprintf("%.1f ns", pair) : "-", sprintf("%.1f ns", goal), event <= goal)
    row("event with a trace", smallest["traced-pair event"], "ns", "", sprintf("%.1f ns", 2 * event), smallest["traced-pair event"] <= 2 * event)
    row("event of a loop, iterations stored", smallest["pair iteration"], "ns", "", "", 1)
    row("event with a metric", smallest["pair number"], "ns", "", "", 1)
    row("event, recording disabled", smallest["pair off"], "ns", "", "2 ns", smallest["pair off"] <= 2)
    if (!("call test" in smallest)) return
    on_top = smallest["call test-recorded"] - smallest["call test"]
    row("recorded MPI_Test, in addition to its " sprintf("%.1f ns", smallest["call test"]), on_top, "ns", "", "200 ns", on_top < 200)
    on_top = smallest["call sendrecv-recorded"] - smallest["call sendrecv"]
    row("recorded MPI_Sendrecv, in addition to its " sprintf("%.1f ns", smallest["call sendrecv"]), on_top, "ns", "", "200 ns", on_top < 200)
    both = on_top
    on_top = smallest["traced-call sendrecv-recorded"] - smallest["traced-call sendrecv"]
    row("the same with a trace", on_top, "ns", "", sprintf("%.1f ns", 2 * both), on_top <= 2 * both)
}

function end_row(mode, ranks, tool, name,    key, caliper, middle, ratio, verdict) {
    key = mode " " ranks " " tool
    if (!(key in count)) return
    caliper = mode " " ranks " caliper"
    middle = sorted(millis, key)
    ratio = verdict = ""
    if (tool != "caliper" && caliper in count) {
        ratio = sorted(millis, caliper) / middle
        verdict = ratio >= (mode == "sum" ? 1 : 30) ? "met" : "MISSED"
        ratio = sprintf("%.1f", ratio)
    }
    printf "%-20s %5d  %-17s %9.1f %18s %10.1f %9s %-7s %10d\n", mode == "sum" ? "sums" : "iterations stored", ranks, name, middle, sprintf("%.1f to %.1f", millis[key, 1], millis[key, count[key]]), sorted(cpu, key), ratio, verdict, bytes[key]
}

END {
    if ("pair clock" in smallest) pairs()
    last = split(ranks, sizes, ",")
    if (length(count) == 0) exit
    print "\nEnd of a run, 50 events, 100 iterations: ms of the slowest rank; goals: sums 1, iterations 30 times as fast as Caliper"
    printf "%-20s %5s  %-17s %9s %18s %10s %9s %-7s %10s\n", "", "ranks", "", "median", "range", "CPU, all", "Caliper/", "goal", "bytes"
    for (m = 1; m <= 2; m++)
        for (i = 1; i <= last; i++) {
            mode = m == 1 ? "sum" : "iter"
            end_row(mode, sizes[i], "treeline", "Treeline C")
            end_row(mode, sizes[i], "java", "Treeline Java")
            end_row(mode, sizes[i], "aot", "Java, AOT cache")
            end_row(mode, sizes[i], "caliper", "Caliper")
        }
}
