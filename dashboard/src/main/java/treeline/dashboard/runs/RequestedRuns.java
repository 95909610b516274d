package treeline.dashboard.runs;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Status;
import treeline.pattern.UserPattern;
import treeline.transform.Reduction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// Resolves the runs that a request names: an open run by its number, or a group of open runs by
/// its condition, `group:CONDITION`; with the metrics that the request defines.
final class RequestedRuns {
    private static final int GROUPS = 8;
    private static final int DERIVED = 32;

    private final OpenRuns runs;
    private final List<UserPattern> waiting;
    private final Kept<String, RunGroup> groups = new Kept<>(GROUPS);
    private final Kept<String, OpenRun> derived = new Kept<>(DERIVED);

    RequestedRuns(OpenRuns runs, List<UserPattern> waiting) {
        this.runs = runs;
        this.waiting = waiting;
    }

    OpenRun run(RequestParameters question, String parameter) {
        Optional<RunGroup> group = group(question, parameter);
        if (group.isPresent()) return group.get().run();
        OpenRun run = run(question, question.index(parameter, runs.entries().size()));
        return parameter.equals("run") ? question.between().map(run::within).orElse(run) : run;
    }

    /// An open run, with the metrics that the request defines.
    OpenRun run(RequestParameters question, int id) {
        OpenRun run = runs.run(id);
        List<MetricDefinition> definitions = MetricDefinition.in(question);
        if (definitions.isEmpty()) return run;
        String key = "%d %d %s".formatted(runs.version(), id, texts(definitions));
        try {
            return derived.get(key, () -> run.with(definitions));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // outlines are in memory
        }
    }

    private static List<String> texts(List<MetricDefinition> definitions) {
        return definitions.stream().map(MetricDefinition::text).toList();
    }

    /// The group that a parameter names; empty if it names a run.
    Optional<RunGroup> group(RequestParameters question, String parameter) {
        String text = question.text(parameter);
        if (!text.startsWith(RunGroup.PREFIX)) return Optional.empty();
        RunGroup group = group(text.substring(RunGroup.PREFIX.length()).strip(), question);
        if (!group.hasRanks() && question.over() != Reduction.MEAN)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "the runs of %s have different ranks, so only their means are compared"
                            .formatted(group.condition()),
                    "select the mean of all ranks");
        return Optional.of(group);
    }

    /// Groups are made again when a run was opened, removed or reloaded.
    private RunGroup group(String condition, RequestParameters question) {
        List<OpenRuns.Listed> members = RunCondition.chosen(condition, runs.listed());
        String key =
                "%d %s %s\n%s"
                        .formatted(
                                runs.version(),
                                members.stream().map(OpenRuns.Listed::id).toList(),
                                texts(MetricDefinition.in(question)),
                                condition);
        try {
            return groups.get(
                    key,
                    () ->
                            RunGroup.of(
                                    condition,
                                    members,
                                    members.stream().map(each -> run(question, each.id())).toList(),
                                    waiting));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // outlines are in memory
        }
    }
}
