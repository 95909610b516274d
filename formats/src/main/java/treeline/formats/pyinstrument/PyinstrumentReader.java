package treeline.formats.pyinstrument;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.JsonCursor;
import treeline.formats.reading.NestedNodes;
import treeline.formats.reading.NodeDrafts;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

import java.util.Arrays;

/// Reads nested frames with inclusive seconds; exclusive time is the remainder after `children`.
/// Run metadata is stored next to the root frame.
final class PyinstrumentReader implements NestedNodes.Reader {
    private final NodeDrafts drafts = new NodeDrafts();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final int context = builder.context(Context.WHOLE);
    private final int inclusive = column(Metric.Scope.INCLUSIVE);
    private final int exclusive = column(Metric.Scope.EXCLUSIVE);
    private double[] time = new double[64];
    private double[] childTime = new double[64];
    private String[] application = new String[64];
    private Metadata metadata = Metadata.NONE;

    private int column(Metric.Scope scope) {
        return drafts.column(new Metric("time", Unit.SECONDS, scope), context);
    }

    LoadedSource read(MappedFile file) {
        var log = new ReadReport.Log();
        try (var json = new JsonCursor(file, log)) {
            json.requireObject("the session");
            while (json.nextField()) section(json);
            if (drafts.size() == 0) throw json.malformed("a root_frame", "none");
        }
        int[] nodes = drafts.moveTo(builder.metadata(metadata), true);
        for (int draft = 0; draft < nodes.length; draft++)
            if (!application[draft].isEmpty())
                builder.label("application", nodes[draft], application[draft]);
        return new LoadedSource(builder.build(), log.report());
    }

    private void section(JsonCursor json) {
        if (json.name().equals("root_frame")) {
            if (json.token() != JsonToken.VALUE_NULL) NestedNodes.walk(json, "children", this);
            return;
        }
        String name = json.name();
        json.scalar()
                .filter(_ -> !name.isBlank())
                .ifPresent(value -> metadata = metadata.with(name, value));
    }

    @Override
    public int open(int parent) {
        int node = drafts.open(parent);
        if (node == time.length) {
            time = Arrays.copyOf(time, node * 2);
            childTime = Arrays.copyOf(childTime, node * 2);
            application = Arrays.copyOf(application, node * 2);
        }
        application[node] = "";
        drafts.frame(node, Frame.function("unnamed"));
        return node;
    }

    @Override
    public void field(int node, JsonCursor json) {
        Frame frame = java.util.Objects.requireNonNull(drafts.frame(node));
        switch (json.name()) {
            case "function" -> {
                String name = json.text("a function");
                drafts.frame(
                        node,
                        framed(name.isEmpty() ? "unnamed" : name, frame.file(), frame.line()));
            }
            case "file_path" ->
                    drafts.frame(node, framed(frame.name(), json.text("a file"), frame.line()));
            case "line_no" -> {
                int line = json.token() == JsonToken.VALUE_NULL ? 0 : json.index("a line");
                drafts.frame(node, framed(frame.name(), frame.file(), line));
            }
            case "time" -> time[node] = json.number("a time");
            case "is_application_code" -> application[node] = json.text("a flag");
            default -> json.skip();
        }
    }

    private static Frame framed(String name, String file, int line) {
        return new Frame(Frame.Kind.FUNCTION, name, file, line, "");
    }

    @Override
    public void close(int node) {
        drafts.add(node, inclusive, time[node]);
        drafts.add(node, exclusive, time[node] - childTime[node]);
        if (drafts.parent(node) >= 0) childTime[drafts.parent(node)] += time[node];
    }
}
