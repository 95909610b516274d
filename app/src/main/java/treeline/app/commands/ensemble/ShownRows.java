package treeline.app.commands.ensemble;

import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NamedStatistics;
import treeline.ensemble.ShownNodes;
import treeline.figure.Shown;
import treeline.figure.Wording;
import treeline.model.Metric;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.single.Threshold;

import java.util.List;
import java.util.OptionalInt;

/// Which nodes are worth a line to people: those that reach a share of the largest value in some
/// run. Programs get all, unless they ask for less.
///
/// @param all how many nodes there are
record ShownRows(ShownNodes nodes, int all, Shown asked) {
    static final Parameter<Double> THRESHOLD =
            Parameter.of(
                    "threshold",
                    ParameterType.real("PERCENT", 0, 100),
                    "omit nodes below this share of the largest value in every run (default: 1; 0"
                            + " with --csv, --json, --paths or --nodes-where)");

    /// What the options of a command ask for.
    static Shown asked(Arguments arguments) {
        return new Shown(
                arguments.value(Sheet.TOP).map(OptionalInt::of).orElseGet(OptionalInt::empty),
                arguments.value(THRESHOLD, usualPercent(arguments)),
                arguments.all(Groups.GROUP_BY),
                Wording.COMMAND_LINE);
    }

    /// Programs get all nodes, and so does who selects nodes: they are never hidden by a default.
    static double usualPercent(Arguments arguments) {
        boolean all =
                DataAnswer.isAsked(arguments)
                        || arguments.has(RunOptions.KEEP)
                        || arguments.has(EnsembleOptions.NODES_WHERE);
        return all ? 0 : Shown.USUAL_PERCENT;
    }

    static Threshold threshold(Arguments arguments) {
        return asked(arguments).threshold();
    }

    /// @param metrics what is large is said by those with the unit of the first
    static ShownRows of(Ensemble ensemble, List<Metric> metrics, Arguments arguments) {
        return new ShownRows(
                ShownNodes.of(ensemble, metrics, threshold(arguments)),
                ensemble.tree().size(),
                asked(arguments));
    }

    static ShownRows of(NamedStatistics statistics, Arguments arguments) {
        return of(statistics.ensemble(), statistics.metrics(), arguments);
    }

    boolean contains(int node) {
        return nodes.contains(node);
    }

    List<String> notes() {
        return asked.notesOfHidden(nodes.hidden(), all, "nodes");
    }

    /// `29 of 56 nodes are below 1 %: --threshold 0 shows them`.
    static List<String> notes(int hidden, int all, String what, Arguments arguments) {
        return asked(arguments).notesOfHidden(hidden, all, what);
    }
}
