package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.text.NameList;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A metadata key with different values among runs that are averaged, so their mean may be
/// meaningless. Keys that vary from run to run anyway are excluded: dates, ids, hosts, paths and
/// libraries by name, and any key with distinct values in more than half of the runs, unless it is
/// an integer and there are at most eight runs.
///
/// @param values the distinct values, sorted
public record DifferingSetting(String name, List<Value> values) {
    private static final Pattern OF_EACH_RUN =
            Pattern.compile(
                    "(?i)(.*[._ -])?(run|launch|start|end|job|process|user)?[._ -]?"
                        + "(date|day|time|times|elapsed|timestamp|clock|id|uid|pid|jobid|name"
                        + "|user|host|hosts|hostname|hostlist|nodelist|path|dir|directory|file|cmdline|command|executable|executablepath|libraries|seed|start|trial|repetition)([._"
                        + " -]?(sec|nsec|s|ns|ms))?");

    private static final int FEW_RUNS = 8;
    private static final int SHOWN = 8;

    public DifferingSetting {
        values = List.copyOf(values);
    }

    /// The settings in which the runs of an ensemble differ.
    public static List<DifferingSetting> of(Ensemble ensemble) {
        return of(ensemble.metadataOfRuns());
    }

    /// The settings in which runs differ that are no ensemble.
    public static List<DifferingSetting> of(List<Metadata> runs) {
        return among(runs, List.of(runs));
    }

    /// The settings in which runs differ that look like repetitions of each other: integers count
    /// whatever their number, because a series over sizes has another one in every run. Facts about
    /// the recorder differ anyway.
    static List<DifferingSetting> ofRepetitions(List<Metadata> runs) {
        return among(
                runs,
                List.of(runs),
                name ->
                        !name.startsWith("recorder.")
                                && (isSetting(name, runs)
                                        || (!OF_EACH_RUN.matcher(name).matches()
                                                && values(name, runs).stream()
                                                        .allMatch(Value.Whole.class::isInstance))));
    }

    /// The settings in which runs of one group differ, be it of one or of several of the groups.
    public static List<DifferingSetting> within(List<RunGroup> groups) {
        if (groups.isEmpty()) return List.of();
        Ensemble whole = groups.getFirst().whole();
        return among(
                whole.metadataOfRuns(),
                groups.stream()
                        .map(group -> group.members().stream().map(whole::metadata).toList())
                        .toList());
    }

    private static List<DifferingSetting> among(List<Metadata> whole, List<List<Metadata>> groups) {
        return among(whole, groups, name -> isSetting(name, whole));
    }

    private static List<DifferingSetting> among(
            List<Metadata> whole, List<List<Metadata>> groups, Predicate<String> isSetting) {
        List<DifferingSetting> differing = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (Metadata run : whole) names.addAll(run.keys());
        for (String name : names) {
            if (!isSetting.test(name)) continue;
            var values = new TreeSet<Value>(MetadataValues::compare);
            for (List<Metadata> group : groups) {
                TreeSet<Value> ofGroup = values(name, group);
                if (ofGroup.size() > 1) values.addAll(ofGroup);
            }
            if (!values.isEmpty()) differing.add(new DifferingSetting(name, List.copyOf(values)));
        }
        return differing;
    }

    private static boolean isSetting(String name, List<Metadata> runs) {
        if (OF_EACH_RUN.matcher(name).matches()) return false;
        TreeSet<Value> values = values(name, runs);
        long tell = runs.stream().filter(run -> run.get(name).isPresent()).count();
        boolean few = tell <= FEW_RUNS && values.stream().allMatch(Value.Whole.class::isInstance);
        return few || values.size() * 2L <= tell;
    }

    private static TreeSet<Value> values(String name, List<Metadata> runs) {
        var values = new TreeSet<Value>(MetadataValues::compare);
        for (Metadata run : runs) run.get(name).map(MetadataValues::same).ifPresent(values::add);
        return values;
    }

    /// `problem_size differs: 10, 20, 30`.
    @Override
    public String toString() {
        List<String> shown = values.stream().map(Value::toString).toList();
        return "%s differs: %s".formatted(name, NameList.shortened(shown, SHOWN));
    }
}
