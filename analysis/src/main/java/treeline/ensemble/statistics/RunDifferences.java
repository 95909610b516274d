package treeline.ensemble.statistics;

import treeline.ensemble.ContextCounts;
import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Outline;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The settings in which runs differ: ranks, threads, and every input in their metadata. Runs with
/// different settings are not repetitions, so comparing the fastest with the slowest of them is
/// meaningless.
public final class RunDifferences {
    private final List<Metadata> runs;
    private final List<DifferingSetting> settings;

    private RunDifferences(List<Metadata> runs) {
        this.runs = runs;
        this.settings = DifferingSetting.ofRepetitions(runs);
    }

    public static RunDifferences of(List<Outline> runs) {
        return new RunDifferences(
                runs.stream()
                        .map(run -> ContextCounts.addedTo(run.metadata(), run.contexts()))
                        .toList());
    }

    public boolean areRepetitions() {
        return settings.isEmpty();
    }

    /// `30 runs with different jobsize (8..343): not repetitions`; empty if they are repetitions.
    public String text() {
        if (areRepetitions()) return "";
        return "%d runs with different %s: not repetitions"
                .formatted(
                        runs.size(),
                        settings.stream()
                                .map(RunDifferences::range)
                                .collect(Collectors.joining(", ")));
    }

    private static String range(DifferingSetting setting) {
        List<Value> values = setting.values();
        return "%s (%s..%s)".formatted(setting.name(), values.getFirst(), values.getLast());
    }

    /// `jobsize 8, problem_size 10`: the settings of a run in which the runs differ.
    public String of(int run) {
        return settings.stream()
                .flatMap(
                        setting ->
                                runs.get(run).get(setting.name()).stream()
                                        .map(value -> setting.name() + " " + value))
                .collect(Collectors.joining(", "));
    }

    /// The runs in the order of their settings, those without a setting last.
    public int[] order() {
        Comparator<Integer> order = (_, _) -> 0;
        for (DifferingSetting setting : settings)
            order =
                    order.thenComparing(
                            run -> runs.get(run).get(setting.name()).map(MetadataValues::same),
                            (a, b) ->
                                    a.isEmpty() || b.isEmpty()
                                            ? Boolean.compare(a.isEmpty(), b.isEmpty())
                                            : MetadataValues.compare(a.get(), b.get()));
        return IntStream.range(0, runs.size())
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
