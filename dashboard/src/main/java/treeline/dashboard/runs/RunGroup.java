package treeline.dashboard.runs;

import treeline.pattern.UserPattern;

import java.util.List;
import java.util.Set;

/// A group of open runs that the page shows as one run: their mean.
///
/// @param condition that chose the members
/// @param run the mean of the members
/// @param members in the order of the list of runs
/// @param runs the members with their values, in the same order
/// @param columns the metadata that the condition names, in which the members may differ from
///   others
/// @param hasRanks whether all members have the same ranks, so that the mean has them too
public record RunGroup(
        String condition,
        OpenRun run,
        List<OpenRuns.Listed> members,
        List<OpenRun> runs,
        Set<String> columns,
        boolean hasRanks) {

    /// Starts the name of a group in a request, before its condition.
    public static final String PREFIX = "group:";

    public RunGroup {
        members = List.copyOf(members);
        runs = List.copyOf(runs);
        columns = Set.copyOf(columns);
    }

    static RunGroup of(
            String condition,
            List<OpenRuns.Listed> members,
            List<OpenRun> runs,
            List<UserPattern> waiting) {
        var source = new GroupSource(runs);
        String format = "mean of %d run%s".formatted(runs.size(), runs.size() == 1 ? "" : "s");
        return new RunGroup(
                condition,
                new OpenRun(condition, format, source, waiting),
                members,
                runs,
                RunCondition.columns(condition, members),
                source.hasRanks());
    }
}
