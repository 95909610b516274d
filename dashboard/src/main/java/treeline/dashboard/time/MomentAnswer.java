package treeline.dashboard.time;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.model.CallTree;
import treeline.source.trace.TraceLine;
import treeline.table.JsonWriter;

/// The activity of a context at a moment, with its exact start and end. Cells of a raster have the
/// width of a pixel and do not show when a call starts.
final class MomentAnswer {
    /// Of a function that stays on the stack for longer, start or end are not searched for.
    private static final int MAX_SAMPLES = 100_000;

    private final CallTree tree;
    private final int[] depths;
    private final TraceLine line;
    private final int depth;

    private MomentAnswer(OpenTrace trace, TraceLine line, int depth) {
        this.tree = trace.outline().tree();
        this.depths = trace.depths();
        this.line = line;
        this.depth = depth;
    }

    static Response of(OpenTrace trace, RequestParameters question) {
        int context = question.index("context", trace.outline().contexts().size());
        long at = question.number("at", trace.end() + 1);
        int depth =
                question.maybe("depth").isEmpty()
                        ? Integer.MAX_VALUE
                        : question.index("depth", Integer.MAX_VALUE);
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        for (TraceLine line : trace.linesOf(context)) {
            int sample = line.sampleAt(at);
            if (sample < 0 || at >= line.endNanos()) continue;
            new MomentAnswer(trace, line, depth).write(json, sample, trace);
            break;
        }
        json.end();
        return new Response.Json(text.toString());
    }

    private void write(JsonWriter json, int sample, OpenTrace trace) {
        int node = shownAt(sample);
        int first = sample;
        int last = sample;
        while (first > 0 && sample - first < MAX_SAMPLES && shownAt(first - 1) == node) first--;
        while (last + 1 < line.samples()
                && last - sample < MAX_SAMPLES
                && shownAt(last + 1) == node) last++;
        json.name("node").value(trace.shown(node));
        json.name("name").value(node < 0 ? "no activity" : tree.name(node));
        json.name("begin");
        if (sample - first < MAX_SAMPLES) json.value(line.nanos(first));
        else json.nullValue();
        json.name("end");
        if (last - sample >= MAX_SAMPLES) json.nullValue();
        else json.value(last + 1 < line.samples() ? line.nanos(last + 1) : line.endNanos());
    }

    /// The ancestor at the depth that is shown; shorter call paths show their leaf.
    private int shownAt(int sample) {
        int node = line.node(sample);
        if (node < 0 || depth == Integer.MAX_VALUE) return node;
        int at = node;
        while (depths[at] > depth) at = tree.parent(at);
        return at;
    }
}
