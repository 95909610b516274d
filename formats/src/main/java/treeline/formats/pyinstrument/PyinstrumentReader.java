package treeline.formats.pyinstrument;

import tools.jackson.core.JsonToken;

import treeline.array.Doubles;
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

import java.util.ArrayList;
import java.util.List;

/// Reads nested frames with inclusive seconds; exclusive time is the remainder after `children`.
/// Run metadata is stored next to the root frame.
final class PyinstrumentReader implements NestedNodes.Reader {
    private final NodeDrafts drafts = new NodeDrafts();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final int context = builder.context(Context.WHOLE);
    private final int inclusive = column(Metric.Scope.INCLUSIVE);
    private final int exclusive = column(Metric.Scope.EXCLUSIVE);
    private final Doubles time = new Doubles();
    private final Doubles childTime = new Doubles();
    private final List<String> application = new ArrayList<>();
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
            if (!application.get(draft).isEmpty())
                builder.label("application", nodes[draft], application.get(draft));
        return new LoadedSource(builder.build(), log.report());
    }

    private void section(JsonCursor json) {
        if (json.name().equals("root_frame")) {
            if (json.token() != JsonToken.VALUE_NULL) NestedNodes.walk(json, "children", this);
        } else metadata = json.addedTo(metadata, "");
    }

    @Override
    public int open(int parent) {
        int node = drafts.open(parent);
        time.add(0);
        childTime.add(0);
        application.add("");
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
            case "time" -> time.set(node, json.number("a time"));
            case "is_application_code" -> application.set(node, json.text("a flag"));
        }
    }

    private static Frame framed(String name, String file, int line) {
        return new Frame(Frame.Kind.FUNCTION, name, file, line, "");
    }

    @Override
    public void close(int node) {
        int parent = drafts.parent(node);
        drafts.add(node, inclusive, time.at(node));
        drafts.add(node, exclusive, time.at(node) - childTime.at(node));
        if (parent >= 0) childTime.set(parent, childTime.at(parent) + time.at(node));
    }
}
