package treeline.question.answer;

import treeline.model.CallTree;
import treeline.model.Unit;
import treeline.view.TreeRows;

import java.util.List;
import java.util.function.IntToDoubleFunction;

/// A call tree with several statistics per node, as readers see it.
///
/// @param columns left to right, before the names of the nodes
public record StatisticTree(CallTree tree, TreeRows rows, List<Values> columns) implements Block {

    /// One statistic of all nodes.
    ///
    /// @param value of a node
    public record Values(String heading, Unit unit, IntToDoubleFunction value) {}

    public StatisticTree {
        columns = List.copyOf(columns);
    }
}
