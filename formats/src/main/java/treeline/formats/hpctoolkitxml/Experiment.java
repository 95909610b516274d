package treeline.formats.hpctoolkitxml;

import treeline.model.CallTree;
import treeline.model.Label;
import treeline.model.Metadata;

import java.util.BitSet;
import java.util.List;

/// The content of `experiment.xml`: the tree, the metrics and the summary values over all threads.
///
/// @param ids the id of every node, which is its row in metric-db files plus 1
/// @param nested the nodes that are part of their parents' code rather than called by it
record Experiment(
        String version,
        CallTree tree,
        Label relation,
        int[] ids,
        BitSet nested,
        List<XmlMetric> summaryMetrics,
        List<XmlMetric> threadMetrics,
        SummaryValues summary,
        Metadata metadata) {

    static final String RELATION = "relation";

    /// Whether thread numbers from 500 on stand for GPU streams, which came with 2.2.
    boolean numbersStreams() {
        return !version.equals("2.0") && !version.equals("2.1");
    }
}
