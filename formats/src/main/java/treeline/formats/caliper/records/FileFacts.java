package treeline.formats.caliper.records;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.source.ReadReport;
import treeline.text.NameList;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Run metadata of each file, and whether the files belong to one run.
public final class FileFacts {
    /// Caliper's own clock, Adiak's launch date, and what programs call theirs.
    private static final Pattern START =
            Pattern.compile("(?i)launch(date|day)|start[._ ]?(time|date)([._]sec)?");

    private static final Pattern JOB = Pattern.compile("(?i)(\\w+[._ ])?(job|run)[._ ]?id");
    private static final Set<String> PROCESSES = Set.of("jobsize", "mpi.world.size");

    /// The ranks of one job start so close to each other.
    private static final long ONE_START_SECONDS = 60;

    private static final int ENOUGH_KEYS = 8;

    private final List<Map<String, Value>> byFile = new ArrayList<>();

    /// Files repeat each other, so that equal values are kept once.
    private final Map<Value, Value> known = new HashMap<>();

    void startFile() {
        byFile.add(new LinkedHashMap<>());
    }

    /// One that comes twice in a file with different values keeps both, as Caliper's own tools
    /// print them.
    public void add(String key, Value value) {
        if (key.isBlank()) return;
        byFile.getLast()
                .merge(
                        key,
                        known.computeIfAbsent(value, _ -> value),
                        (one, other) ->
                                one.equals(other) ? one : new Value.Text(one + "/" + other));
    }

    /// Spot writes what all ranks did together, so each of its files is a run.
    boolean areOfSpot() {
        return byFile.stream()
                .anyMatch(
                        facts ->
                                facts.containsKey("spot.metrics")
                                        || facts.containsKey("spot.channels"));
    }

    /// Whether no two files name different numbers of processes, as ranks and repetitions never do.
    boolean areOfOneSize() {
        return PROCESSES.stream().allMatch(key -> values(key).distinct().count() <= 1);
    }

    /// The fact that tells runs of their own apart: which job each was, or when it started. Ranks
    /// start at different times too, but then the job has a process for each file, and they start
    /// together.
    Optional<String> differenceOfRuns() {
        return keys().filter(key -> values(key).distinct().count() > 1)
                .filter(key -> isJob(key) || (isStart(key) && !isStartOfRanks(key)))
                .findFirst();
    }

    private static boolean isJob(String key) {
        return JOB.matcher(key).matches();
    }

    private static boolean isStart(String key) {
        return START.matcher(key).matches();
    }

    private boolean isStartOfRanks(String key) {
        LongSummaryStatistics starts = numbers(key);
        boolean haveProcesses =
                PROCESSES.stream().anyMatch(size -> numbers(size).getMax() >= byFile.size());
        return haveProcesses
                && starts.getCount() == values(key).count()
                && starts.getMax() - starts.getMin() < ONE_START_SECONDS;
    }

    /// The host that a file names, empty if it does not.
    String host(int file) {
        return byFile.get(file).entrySet().stream()
                .filter(fact -> CaliperAttribute.isHost(fact.getKey()))
                .map(fact -> fact.getValue().toString())
                .findFirst()
                .orElse("");
    }

    private LongSummaryStatistics numbers(String key) {
        return values(key)
                .filter(Value.Whole.class::isInstance)
                .mapToLong(value -> ((Value.Whole) value).value())
                .summaryStatistics();
    }

    private Stream<Value> values(String key) {
        return byFile.stream().map(facts -> facts.get(key)).filter(Objects::nonNull);
    }

    private Stream<String> keys() {
        var keys = new TreeSet<String>();
        byFile.forEach(facts -> keys.addAll(facts.keySet()));
        return keys.stream();
    }

    /// The facts of files that are ranks of one run: where they differ, what the first one says.
    Metadata ofOneRun() {
        Map<String, Value> together = new LinkedHashMap<>();
        for (Map<String, Value> facts : byFile) facts.forEach(together::putIfAbsent);
        return Metadata.of(together);
    }

    /// The facts that all runs share; the others are named in the log.
    Metadata ofAllRuns(ReadReport.Log log) {
        Map<String, Value> shared = new LinkedHashMap<>(byFile.getFirst());
        shared.entrySet()
                .removeIf(
                        fact ->
                                byFile.stream()
                                        .anyMatch(
                                                facts ->
                                                        !fact.getValue()
                                                                .equals(facts.get(fact.getKey()))));
        List<String> left = keys().filter(key -> !shared.containsKey(key)).toList();
        if (!left.isEmpty())
            log.note(
                    "metadata that differ between the runs are omitted: "
                            + NameList.shortened(left, ENOUGH_KEYS),
                    "");
        return Metadata.of(shared);
    }
}
