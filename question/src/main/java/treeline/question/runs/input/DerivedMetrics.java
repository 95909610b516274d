package treeline.question.runs.input;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.List;

/// Parameters that derive metrics: groups of runs side by side, each with its own metrics, and
/// formulas over metrics.
final class DerivedMetrics {
    static final Parameter<String> BESIDE =
            Parameter.of(
                    "beside",
                    ParameterType.text("METADATA"),
                    "show groups of runs side by side, split by this metadata key; their metrics"
                            + " are called GROUP.METRIC");
    static final Parameter<String> MATCH =
            Parameter.of(
                    "match",
                    ParameterType.text("METADATA"),
                    "with --beside: join runs that have equal values (default: join the mean of"
                            + " each group)");
    static final Parameter<String> DEFINE =
            Parameter.of(
                            "define",
                            ParameterType.text("NAME=FORMULA"),
                            "add a metric derived from others, such as 'rate = bytes / time'; it is"
                                    + " shown unless --metric names another")
                    .severalTimes();

    static final List<Parameter<?>> OPTIONS = List.of(BESIDE, MATCH, DEFINE);

    private DerivedMetrics() {}

    static Ensemble addedTo(Ensemble ensemble, Arguments arguments) {
        Ensemble more = ensemble;
        if (arguments.has(BESIDE)) more = beside(ensemble, arguments);
        else if (arguments.has(MATCH))
            throw new IllegalArgumentException("--match requires --beside, whose runs it joins");
        for (String each : arguments.all(DEFINE))
            more = more.with(nameOf(each), each.substring(each.indexOf('=') + 1).strip());
        return more;
    }

    /// The metrics that `--define` names.
    static List<String> defined(Arguments arguments) {
        return arguments.all(DEFINE).stream().map(DerivedMetrics::nameOf).toList();
    }

    private static String nameOf(String each) {
        int mark = each.indexOf('=');
        String name = mark < 0 ? "" : each.substring(0, mark).strip();
        if (name.isEmpty())
            throw new IllegalArgumentException(
                    "--define %s: expected NAME=FORMULA, such as 'rate = bytes / time'"
                            .formatted(each));
        return name;
    }

    private static Ensemble beside(Ensemble ensemble, Arguments arguments) {
        String metadata = arguments.value(BESIDE).orElseThrow();
        List<RunGroup> groups =
                ensemble.groupBy(metadata).stream()
                        .filter(group -> group.key().getFirst().isPresent())
                        .toList();
        if (groups.size() < 2)
            throw new IllegalArgumentException(
                    "--beside %s: all runs belong to one group, %s"
                            .formatted(metadata, groups.getFirst().label()));
        String[] match = arguments.all(MATCH).toArray(String[]::new);
        var beside = new EnsembleJoin();
        for (RunGroup group : groups)
            beside.add(group.label(), group.ensemble().aggregated(Statistic.MEAN, match));
        return match.length == 0 ? beside.inOrder() : beside.by(match[0]);
    }
}
