package treeline.question.runs.input;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.statistics.NamedStatistics;
import treeline.figure.FigureOptions;
import treeline.figure.Wording;
import treeline.model.Metric;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.single.Threshold;

import java.util.List;
import java.util.OptionalInt;

/// The threshold `--threshold`, a share of the largest value, and the nodes of an ensemble that
/// reach it in some run. Without the parameter, readers see nodes from 1 % and programs get all.
///
/// @param nodes that reach the threshold
/// @param all the number of nodes in the ensemble
public record ThresholdOption(NodeThreshold nodes, int all, FigureOptions selection) {
    public static final Parameter<Double> THRESHOLD =
            Parameter.of(
                    "threshold",
                    ParameterType.real("PERCENT", 0, 100),
                    "omit nodes that are below PERCENT of the largest value in all runs (default:"
                            + " 1; 0 with --csv, --json, --paths or --nodes-where)");

    /// The number of nodes, threshold and groups for readers.
    public static FigureOptions selection(Arguments arguments) {
        return new FigureOptions(
                arguments.value(RowLimit.TOP).map(OptionalInt::of).orElseGet(OptionalInt::empty),
                percentForReaders(arguments, THRESHOLD),
                arguments.all(RunGrouping.GROUP_BY),
                Wording.COMMAND_LINE);
    }

    /// The default does not hide nodes that the user selected.
    public static double percentForReaders(Arguments arguments, Parameter<Double> threshold) {
        boolean selected =
                arguments.has(RunOptions.KEEP) || arguments.has(EnsembleOptions.NODES_WHERE);
        return arguments.value(threshold, selected ? 0 : FigureOptions.DEFAULT_PERCENT);
    }

    public static Threshold forReaders(Arguments arguments) {
        return selection(arguments).threshold();
    }

    public static Threshold forPrograms(Arguments arguments) {
        return new Threshold.ShareOfLargest(arguments.value(THRESHOLD, 0.0) / 100);
    }

    /// The nodes for readers.
    ///
    /// @param metrics those with the unit of the first decide which nodes are large
    public static ThresholdOption forReaders(
            Ensemble ensemble, List<Metric> metrics, Arguments arguments) {
        return new ThresholdOption(
                NodeThreshold.of(ensemble, metrics, forReaders(arguments)),
                ensemble.tree().size(),
                selection(arguments));
    }

    public static ThresholdOption forReaders(NamedStatistics statistics, Arguments arguments) {
        return forReaders(statistics.ensemble(), statistics.metrics(), arguments);
    }

    /// The nodes for programs.
    public static NodeThreshold forPrograms(
            Ensemble ensemble, List<Metric> metrics, Arguments arguments) {
        return NodeThreshold.of(ensemble, metrics, forPrograms(arguments));
    }

    public boolean contains(int node) {
        return nodes.contains(node);
    }

    /// `29 of 56 nodes are below 1 %: --threshold 0 shows them`, or empty.
    public String footnote() {
        return footnote(nodes.hidden(), all, "nodes", selection);
    }

    public static String footnote(int hidden, int all, String what, Arguments arguments) {
        return footnote(hidden, all, what, selection(arguments));
    }

    private static String footnote(int hidden, int all, String what, FigureOptions selection) {
        return String.join("; ", selection.notesOfHidden(hidden, all, what));
    }
}
