package treeline.formats.hatchet;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.GraphDocument;
import treeline.formats.reading.JsonCursor;
import treeline.formats.reading.NestedNodes;
import treeline.formats.reading.NodeDrafts;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

/// Reader of the nested form: `{"frame": {"name": ..., "type": ...}, "metrics": {...}, "children":
/// [...]}`, a single one or a list. Older literals have the name outside a frame.
final class HatchetLiteral implements NestedNodes.Reader {
    private static final String INCLUSIVE_SUFFIX = " (inc)";

    private final ReadReport.Log log = new ReadReport.Log();
    private final NodeDrafts drafts = new NodeDrafts();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final int context = builder.context(Context.WHOLE);

    private HatchetLiteral() {}

    static LoadedSource read(MappedFile file) {
        var literal = new HatchetLiteral();
        try (var json = new JsonCursor(file, literal.log)) {
            if (json.token() == JsonToken.START_ARRAY)
                while (json.nextElement()) NestedNodes.walk(json, "children", literal);
            else NestedNodes.walk(json, "children", literal);
            if (literal.drafts.size() == 0) throw json.malformed("at least one node", "none");
            if (!literal.drafts.hasValues() && !literal.log.report().isLossy())
                throw json.malformed("at least one value", "none");
        }
        literal.drafts.moveTo(literal.builder, false);
        return new LoadedSource(literal.builder.build(), literal.log.report());
    }

    @Override
    public int open(int parent) {
        int node = drafts.open(parent);
        drafts.frame(node, Frame.function("unnamed"));
        return node;
    }

    @Override
    public void field(int node, JsonCursor json) {
        switch (json.name()) {
            case "frame" -> drafts.frame(node, GraphDocument.readFrame(json, "unnamed"));
            case "name" -> {
                String name = json.text("a name");
                if (!name.isEmpty()) drafts.frame(node, Frame.function(name));
            }
            case "metrics" -> readMetrics(node, json);
        }
    }

    private void readMetrics(int node, JsonCursor json) {
        json.requireObject("metrics");
        while (json.nextField()) {
            if (json.isNumber()) {
                int column = drafts.column(metric(json.name()), context);
                drafts.add(node, column, json.number("a value"));
            } else if (json.token() != JsonToken.VALUE_NULL) {
                String place = "%s at byte %d".formatted(json.name(), json.offset());
                log.lost("a metric is not a number", place);
            }
        }
    }

    /// Literals do not say what is inclusive, but Hatchet's readers name it so.
    private static Metric metric(String column) {
        boolean inclusive = column.endsWith(INCLUSIVE_SUFFIX);
        String name =
                inclusive
                        ? column.substring(0, column.length() - INCLUSIVE_SUFFIX.length())
                        : column;
        return new Metric(
                name.isBlank() ? "unnamed" : name,
                GraphDocument.UNKNOWN,
                inclusive ? Metric.Scope.INCLUSIVE : Metric.Scope.EXCLUSIVE);
    }
}
