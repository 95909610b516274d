package treeline.app.commands.ensemble;

import treeline.app.terminal.Console;
import treeline.ensemble.DifferingSetting;
import treeline.ensemble.Ensemble;
import treeline.ensemble.MetricCoverage;
import treeline.ensemble.RunGroup;
import treeline.model.Metric;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.screen.TextWidth;
import treeline.view.ContextSummary;
import treeline.view.Names;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What must be said before runs are averaged: that they differ in more than chance, and that some
/// do not count because they lack the metric.
final class RunChecks {
    static final Parameter<Boolean> SKIP_INCOMPLETE =
            Parameter.flag(
                    "skip-incomplete",
                    "leave out runs that were read in part or lack a metric that is asked for");
    private static final int MOST_SETTINGS = 3;
    private static final int WIDEST = 100;
    private static final String APART = "--where or --group-by keeps such runs apart";
    private static final String WITHOUT_GROUPS = "--where keeps such runs apart";

    private RunChecks() {}

    /// The runs, without those that lack one of the metrics where the user wants that; they are
    /// reported in either case.
    static Ensemble complete(
            Ensemble ensemble, List<Metric> metrics, Arguments arguments, Console console) {
        Set<Integer> lacking = new HashSet<>();
        for (Metric metric : metrics) {
            MetricCoverage coverage = MetricCoverage.of(ensemble, metric);
            if (coverage.isComplete()) continue;
            lacking.addAll(coverage.without());
            if (Groups.areAsked(arguments)) warnOfGroups(ensemble, metric, arguments, console);
            if (!coverage.isEmpty()) console.warn(text(ensemble, coverage, arguments));
        }
        if (!arguments.has(SKIP_INCOMPLETE) || lacking.isEmpty()) return ensemble;
        return ensemble.withRuns(run -> !lacking.contains(run));
    }

    private static String text(Ensemble ensemble, MetricCoverage coverage, Arguments arguments) {
        List<String> names =
                coverage.without().stream().map(run -> ensemble.keys().get(run)).toList();
        String runs =
                (arguments.has(SKIP_INCOMPLETE) ? "left out: " : "")
                        + ContextSummary.counted(names.size(), "run");
        String instead = coverage.insteadText();
        return coverage.isInAnotherUnit()
                ? "%s with %s, which cannot be combined with %s: %s"
                        .formatted(
                                runs,
                                instead,
                                MetricCoverage.unitText(coverage.metric().unit()),
                                Names.some(names))
                : "%s without '%s'%s: %s"
                        .formatted(
                                runs,
                                coverage.metric().name(),
                                instead.isEmpty() ? "" : ", but with " + instead,
                                Names.some(names));
    }

    private static void warnOfGroups(
            Ensemble ensemble, Metric metric, Arguments arguments, Console console) {
        for (RunGroup group : Groups.of(ensemble, arguments).all()) {
            MetricCoverage coverage = MetricCoverage.of(group, metric);
            if (coverage.isEmpty()) console.warn(coverage.message(group.label()));
        }
    }

    /// Settings in which runs differ that are averaged, by a command with `--group-by`.
    static void warnOfSettings(Ensemble ensemble, Console console) {
        warn(DifferingSetting.of(ensemble), APART, console);
    }

    /// The same by a command without it.
    static void warnOfSettingsWithoutGroups(Ensemble ensemble, Console console) {
        warn(DifferingSetting.of(ensemble), WITHOUT_GROUPS, console);
    }

    /// Settings in which runs of one group differ.
    static void warnOfSettings(List<RunGroup> groups, Console console) {
        warnOfSettings(groups, APART, console);
    }

    /// @param apart how to keep such runs apart
    static void warnOfSettings(List<RunGroup> groups, String apart, Console console) {
        warn(DifferingSetting.within(groups), apart, console);
    }

    /// The shortest first: a version says more in a line than all options of a compiler.
    private static void warn(List<DifferingSetting> settings, String apart, Console console) {
        List<DifferingSetting> ordered =
                settings.stream()
                        .sorted(Comparator.comparingInt(each -> each.toString().length()))
                        .toList();
        List<String> lines = new ArrayList<>();
        for (DifferingSetting each : ordered.subList(0, Math.min(MOST_SETTINGS, ordered.size())))
            lines.add(
                    TextWidth.cutAtEnd(
                            TextWidth.printable(each.toString()),
                            WIDEST,
                            console.screen().ellipsis()));
        if (ordered.size() > MOST_SETTINGS)
            lines.add(
                    "also differ: "
                            + ordered.stream()
                                    .skip(MOST_SETTINGS)
                                    .map(DifferingSetting::name)
                                    .collect(Collectors.joining(", ")));
        for (int i = 0; i < lines.size(); i++)
            console.warn(lines.get(i) + (i + 1 < lines.size() ? "" : "; " + apart));
    }
}
