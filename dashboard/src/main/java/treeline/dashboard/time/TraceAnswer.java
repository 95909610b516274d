package treeline.dashboard.time;

import treeline.dashboard.http.RequestParameters.NanosInterval;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.view.ColumnFrame;
import treeline.model.ContextNames;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.source.trace.Traces;
import treeline.table.JsonWriter;
import treeline.view.ContextArrays;

import java.util.Arrays;
import java.util.List;

/// The trace of a run in outline: its length, its rows, and the metrics that the profile of a time
/// interval has. An answer without rows says that the run has no trace.
final class TraceAnswer {
    private TraceAnswer() {}

    static Response of(OpenTrace trace) {
        int[] contexts = trace.contexts();
        ContextArrays all = trace.run().contexts();
        var frame =
                new ColumnFrame()
                        .whole("context", contexts)
                        .whole("rank", chosen(all.rank(), contexts))
                        .whole("thread", chosen(all.thread(), contexts))
                        .whole("stream", chosen(all.stream(), contexts));
        if (!all.hosts().isEmpty()) frame.whole("host", chosen(all.host(), contexts));
        return frame.with(json -> write(json, trace, contexts));
    }

    private static int[] chosen(ImmutableInts column, int[] contexts) {
        return Arrays.stream(contexts).map(column::at).toArray();
    }

    private static void write(JsonWriter json, OpenTrace trace, int[] contexts) {
        Traces traces = trace.traces();
        json.name("nanos").value(trace.end());
        json.name("samples").value(traces.samples());
        json.name("contexts").value(trace.outline().contexts().size());
        json.name("everyCall").value(traces.detail() == Traces.Detail.CALLS);
        json.name("interactions").value(traces.interactions().isRecorded());
        json.name("messages").value(trace.hasMessages());
        json.name("counters").value(traces.counters().size());
        json.name("depth").value(Arrays.stream(trace.depths()).max().orElse(0) + 1);
        List<String> names = ContextNames.of(trace.outline()).names();
        json.name("names").values(Arrays.stream(contexts).mapToObj(names::get).toList());
        json.name("hosts").values(trace.run().contexts().hosts());
        json.name("metrics").array();
        if (!traces.isEmpty()) writeMetrics(json, trace);
        json.end();
    }

    /// The same for every interval.
    private static void writeMetrics(JsonWriter json, OpenTrace trace) {
        OpenRun window = trace.run().within(new NanosInterval(0, trace.end()));
        for (Metric metric : OpenRun.metricsByName(window.outline())) {
            json.object().name("name").value(metric.name());
            json.name("unit").value(metric.unit().symbol());
            json.name("scope").value("additive").end();
        }
    }
}
