package treeline.dashboard.time;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.RequestParameters.NanosInterval;
import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.model.Context;
import treeline.source.Selection;
import treeline.table.JsonWriter;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.NodeCategories;

import java.util.List;
import java.util.OptionalInt;

/// Statistics of an interval: the time of each function, and the time of all rows by activity in
/// bins. They come from every sample of the interval, so a large interval is refused unless the
/// request insists.
final class IntervalAnswer {
    private static final int MAX_BINS = 512;
    private static final int MAX_FUNCTIONS = 40;

    /// About half a second of one core.
    private static final long MAX_SAMPLES = 20_000_000;

    private IntervalAnswer() {}

    static Response of(OpenTrace trace, RequestParameters question) {
        TimeWindow window = window(trace, question);
        Selection chosen = question.contexts(trace.outline().contexts().size());
        TracePart part = trace.part(chosen, window);
        long samples = samples(part);
        boolean insists = question.maybe("all").isPresent();
        if (samples > MAX_SAMPLES && !insists)
            return new ColumnFrame().with(json -> json.name("samples").value(samples));
        OptionalInt depth =
                question.maybe("depth").isEmpty()
                        ? OptionalInt.empty()
                        : OptionalInt.of(question.index("depth", Integer.MAX_VALUE) + 1);
        NodeCategories functions =
                NodeCategories.of(trace.outline(), NodeCategories.By.FUNCTION, depth);
        CategoryTimes times = CategoryTimes.of(part, functions, 1);
        return utilisation(trace, part, question.index("bins", MAX_BINS + 1), times, functions);
    }

    /// The interval of a request, or the whole run.
    static TimeWindow window(OpenTrace trace, RequestParameters question) {
        NanosInterval asked = question.between().orElseGet(() -> new NanosInterval(0, trace.end()));
        return new TimeWindow(
                Math.min(asked.from(), trace.end() - 1), Math.min(asked.to(), trace.end()));
    }

    private static long samples(TracePart part) {
        TimeWindow window = part.window();
        return part.lines().stream()
                .mapToLong(
                        line ->
                                line.firstFrom(window.toNanos())
                                        - line.firstFrom(window.fromNanos()))
                .sum();
    }

    private static Response utilisation(
            OpenTrace trace,
            TracePart part,
            int bins,
            CategoryTimes times,
            NodeCategories functions) {
        TracePart threads = withoutStreams(part);
        NodeCategories activities =
                NodeCategories.of(trace.outline(), NodeCategories.By.ACTIVITY, OptionalInt.empty());
        CategoryTimes busy = CategoryTimes.of(threads, activities, Math.max(1, bins));
        List<Integer> shown = busy.largest();
        var frame = new ColumnFrame();
        for (int i = 0; i < shown.size(); i++) frame.real("share" + i, shares(busy, shown.get(i)));
        return frame.with(
                json -> {
                    write(json, times, functions);
                    json.name("activities").values(shown.stream().map(activities::name).toList());
                    json.name("rows").value(busy.contexts());
                    json.name("streams").value(threads.lines().size() < part.lines().size());
                });
    }

    /// Times of threads and GPU streams are not added up.
    private static TracePart withoutStreams(TracePart part) {
        var threads =
                part.lines().stream()
                        .filter(line -> context(part, line.context()).stream() == Context.NONE)
                        .toList();
        return threads.isEmpty()
                ? part
                : new TracePart(part.outline(), threads, part.window(), part.last(), part.report());
    }

    private static Context context(TracePart part, int context) {
        return part.outline().contexts().get(context);
    }

    private static double[] shares(CategoryTimes busy, int activity) {
        double[] shares = new double[busy.bins()];
        for (int bin = 0; bin < shares.length; bin++)
            shares[bin] = (double) busy.nanos(activity, bin) / busy.capacityNanos(bin);
        return shares;
    }

    private static void write(JsonWriter json, CategoryTimes times, NodeCategories functions) {
        List<Integer> largest = times.largest();
        json.name("from").value(times.window().fromNanos());
        json.name("to").value(times.window().toNanos());
        json.name("traced").value(times.traced());
        json.name("idle").value(times.totalIdle());
        json.name("functions").array();
        for (int function : largest.subList(0, Math.min(MAX_FUNCTIONS, largest.size()))) {
            json.object().name("name").value(functions.name(function));
            json.name("nanos").value(times.total(function)).end();
        }
        json.end();
        json.name("more").value(Math.max(0, largest.size() - MAX_FUNCTIONS));
    }
}
