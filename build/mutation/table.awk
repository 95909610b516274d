# The table of build/mutate from PIT's mutations.csv: file, class, mutator, method, line, status, killing test.
# A mutant that PIT stops for its time or memory counts as killed: it no longer ends as the program does.
{
    name = $2
    sub(/^treeline\./, "", name)
    sub(/\$.*/, "", name)
    if (!(name in mutants)) order[++classes] = name
    mutants[name]++
    if ($6 == "TIMED_OUT") late++
    if ($6 == "SURVIVED" || $6 == "NO_COVERAGE") {
        mutator = $3
        sub(/.*\./, "", mutator)
        sub(/Mutator$/, "", mutator)
        survived[name]++
        line[++lines] = sprintf("%-60s %-24s %s%s", name ":" $5 " " $4, mutator, $2 ~ /\$/ ? "in " $2 " " : "",
                $6 == "NO_COVERAGE" ? "(no test runs it)" : "")
    }
}

END {
    for (i = 1; i <= classes; i++) {
        all += mutants[order[i]]
        bad += survived[order[i]]
        printf "%-48s %5d mutants %5d killed %5d survived\n", order[i], mutants[order[i]],
                mutants[order[i]] - survived[order[i]], survived[order[i]]
    }
    printf "%-48s %5d mutants %5d killed %5d survived, %.1f %% killed, %d of them timed out\n", title, all,
            all - bad, bad, all ? 100 * (all - bad) / all : 0, late
    for (i = 1; i <= lines; i++) print "  " line[i]
}
