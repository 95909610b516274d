package treeline.formats.hatchet;

import tools.jackson.core.JsonGenerator;

import treeline.formats.writing.BothScopes;
import treeline.formats.writing.GraphJson;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.List;

/// Writes a list of roots with frame, metrics and children. Every node lists every metric, because
/// Hatchet takes the metrics of one root for those of all nodes.
final class LiteralWriter {
    private final CallTree tree;
    private final JsonGenerator json;
    private final List<String> names;
    private final List<SparseRows> columns;

    LiteralWriter(Profile profile, JsonGenerator json) {
        this.tree = profile.tree();
        this.json = json;
        Profile both = new BothScopes(profile).profile();
        List<Metric> metrics = both.metrics();
        this.names = new HatchetColumns(metrics, List.of()).metrics();
        this.columns = metrics.stream().map(metric -> both.column(metric).byNode()).toList();
    }

    /// Nodes come depth-first: a node ends where its subtree does.
    void write() {
        json.writeStartArray();
        int open = CallTree.NO_PARENT;
        for (int node = 0; node < tree.size(); node++) {
            open = closedUpTo(node, open);
            writeNode(node);
            open = node;
        }
        closedUpTo(tree.size(), open);
        json.writeEndArray();
    }

    /// Ends the nodes that do not hold this one, and returns the innermost that does.
    private int closedUpTo(int node, int open) {
        int at = open;
        while (at != CallTree.NO_PARENT && tree.subtreeEnd(at) <= node) {
            json.writeEndArray().writeEndObject();
            at = tree.parent(at);
        }
        return at;
    }

    private void writeNode(int node) {
        json.writeStartObject();
        json.writeName("frame");
        GraphJson.writeFrame(tree.frame(node), json);
        json.writeObjectPropertyStart("metrics");
        for (int i = 0; i < names.size(); i++) {
            SparseRows rows = columns.get(i);
            boolean has = rows.start(node) < rows.end(node);
            double value = has ? rows.value(rows.start(node)) : Double.NaN;
            if (Double.isNaN(value)) json.writeNullProperty(names.get(i));
            else json.writeNumberProperty(names.get(i), value);
        }
        json.writeEndObject();
        json.writeArrayPropertyStart("children");
    }
}
