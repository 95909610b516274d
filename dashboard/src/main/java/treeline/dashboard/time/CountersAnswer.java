package treeline.dashboard.time;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.model.ContextNames;
import treeline.source.trace.Counter;
import treeline.table.JsonWriter;
import treeline.trace.TimeWindow;

import java.util.Arrays;
import java.util.List;

/// Counters of a trace in an interval: the minimum and maximum of each in equal bins. A value holds
/// until the next one; bins before the first value have none.
final class CountersAnswer {
    private static final int MAX_BINS = 2_000;
    private static final int MAX_COUNTERS = 12;

    private CountersAnswer() {}

    static Response of(OpenTrace trace, RequestParameters question) {
        TimeWindow window = IntervalAnswer.window(trace, question);
        int bins = Math.max(1, question.index("bins", MAX_BINS + 1));
        List<Counter> all = trace.traces().counters();
        List<Counter> shown = all.subList(0, Math.min(MAX_COUNTERS, all.size()));
        var frame = new ColumnFrame();
        for (int i = 0; i < shown.size(); i++) add(frame, i, shown.get(i), window, bins);
        List<String> names = ContextNames.of(trace.outline()).names();
        return frame.with(
                json -> {
                    json.name("counters").array();
                    for (Counter each : shown) write(json, each, names);
                    json.end().name("more").value(all.size() - shown.size());
                    json.name("from").value(window.fromNanos());
                    json.name("to").value(window.toNanos());
                });
    }

    private static void write(JsonWriter json, Counter counter, List<String> names) {
        json.object().name("name").value(counter.name());
        json.name("unit").value(counter.unit().symbol());
        json.name("context").value(counter.context() < 0 ? "" : names.get(counter.context())).end();
    }

    private static void add(
            ColumnFrame frame, int index, Counter counter, TimeWindow window, int bins) {
        double[] low = new double[bins];
        double[] high = new double[bins];
        Arrays.fill(low, Double.NaN);
        Arrays.fill(high, Double.NaN);
        int at = 0;
        double value = Double.NaN;
        for (int bin = 0; bin < bins; bin++) {
            long end = edge(window, bin + 1, bins);
            low[bin] = value;
            high[bin] = value;
            for (; at < counter.size() && counter.nanos(at) < end; at++) {
                value = counter.value(at);
                if (counter.nanos(at) < window.fromNanos() && at + 1 < counter.size()) {
                    low[bin] = value;
                    high[bin] = value;
                    continue;
                }
                low[bin] = Double.isNaN(low[bin]) ? value : Math.min(low[bin], value);
                high[bin] = Double.isNaN(high[bin]) ? value : Math.max(high[bin], value);
            }
        }
        frame.real("low" + index, low).real("high" + index, high);
    }

    private static long edge(TimeWindow window, int bin, int bins) {
        long span = window.toNanos() - window.fromNanos();
        return window.fromNanos() + span / bins * bin + span % bins * bin / bins;
    }
}
