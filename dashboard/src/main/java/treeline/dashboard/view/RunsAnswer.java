package treeline.dashboard.view;

import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.ensemble.ProcessCount;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;
import treeline.view.ContextArrays;

import java.util.List;
import java.util.OptionalLong;

/// The list of runs with their properties and available views.
public final class RunsAnswer {
    private RunsAnswer() {}

    /// Lists all runs.
    ///
    /// @param inEnsemble the number of runs of the page of many runs
    /// @param startsThere whether the dashboard opens with that page
    public static Response of(
            String version, List<OpenRuns.Listed> runs, int inEnsemble, boolean startsThere) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        json.name("version").value(version);
        json.name("runs").array();
        for (OpenRuns.Listed run : runs) write(json, run);
        json.end().name("ensemble").value(inEnsemble);
        json.name("start").value(startsThere ? "runs" : "run").end();
        return new Response.Json(text.toString());
    }

    /// Which runs changed on disk, and how many times each was reloaded: pages ask for it again and
    /// again.
    public static Response state(List<OpenRuns.Listed> runs) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object().name("runs").array();
        for (OpenRuns.Listed run : runs) {
            json.object().name("id").value(run.id());
            json.name("changed").value(run.entry().isChanged());
            json.name("recording").value(run.entry().isRecording());
            json.name("age");
            writeAge(json, run.entry());
            json.name("version").value(run.entry().version()).end();
        }
        json.end().end();
        return new Response.Json(text.toString());
    }

    /// In milliseconds.
    private static void writeAge(JsonWriter json, OpenRuns.Entry entry) {
        if (entry.age().isEmpty()) json.nullValue();
        else json.value(Math.max(0, entry.age().get().toMillis()));
    }

    public static Response of(OpenRuns.Listed run) {
        var text = new StringBuilder();
        write(new JsonWriter(text), run);
        return new Response.Json(text.toString());
    }

    private static void write(JsonWriter json, OpenRuns.Listed listed) {
        OpenRuns.Entry entry = listed.entry();
        writeNames(json.object(), listed);
        if (entry.run().isPresent()) writeOpened(json, entry.run().get());
        else writeProblem(json, entry);
        json.end();
    }

    static void writeNames(JsonWriter json, OpenRuns.Listed listed) {
        json.name("id").value(listed.id());
        json.name("name").value(listed.name());
        json.name("path").value(listed.entry().path());
        json.name("dropped").value(listed.entry().copy().isPresent());
        json.name("version").value(listed.entry().version());
    }

    private static void writeProblem(JsonWriter json, OpenRuns.Entry entry) {
        json.name("metrics").array().end();
        json.name("problem").value(entry.problem());
    }

    static void writeOpened(JsonWriter json, OpenRun run) {
        Outline outline = run.outline();
        ContextArrays contexts = run.contexts();
        json.name("format").value(run.format());
        json.name("nodes").value(outline.tree().size());
        json.name("contexts").value(outline.contexts().size());
        json.name("ranks").value(ContextArrays.distinct(contexts.rank()));
        json.name("threads").value(ContextArrays.distinct(contexts.thread()));
        json.name("streams").value(ContextArrays.distinct(contexts.stream()));
        processes(outline.metadata()).ifPresent(count -> json.name("processes").value(count));
        json.name("repetitions").value(ContextArrays.distinct(contexts.repetition()));
        json.name("hosts").value(contexts.hosts().size());
        json.name("metrics").array();
        for (Metric metric : OpenRun.metricsByName(outline)) {
            json.object().name("name").value(metric.name());
            json.name("unit").value(metric.unit().symbol());
            json.name("iterations").value(run.mayShowIterations(metric.name()));
            json.name("scope")
                    .value(metric.scope() == Metric.Scope.POINT ? "point" : "additive")
                    .end();
        }
        json.end();
        if (!outline.metrics().isEmpty()) json.name("metric").value(run.defaultMetric().name());
        writeMetadata(json, outline.metadata());
        writeWarnings(json, run.report());
        json.name("problem").nullValue();
    }

    /// The processes of the run after its metadata: a profile may have values of one of them, or
    /// values that are aggregated over all.
    private static OptionalLong processes(Metadata metadata) {
        return ProcessCount.DEFAULT.stream()
                .flatMap(key -> metadata.get(key).stream())
                .mapToLong(value -> value instanceof Value.Whole(long count) ? count : 0)
                .filter(count -> count > 0)
                .findFirst();
    }

    /// A lossy one says that values are missing, any other how an unclear place was understood.
    private static void writeWarnings(JsonWriter json, ReadReport report) {
        json.name("warnings").array();
        for (ReadReport.Entry entry : report.entries()) {
            json.object().name("text").value(entry.toString());
            json.name("lossy").value(entry.lossy()).end();
        }
        json.end();
    }

    private static void writeMetadata(JsonWriter json, Metadata metadata) {
        json.name("metadata").object();
        for (String key : metadata.keys()) {
            json.name(key);
            switch (metadata.get(key).orElseThrow()) {
                case Value.Text(String value) -> json.value(value);
                case Value.Whole(long value) -> json.value(value);
                case Value.Real(double value) -> json.value(value);
                case Value.Flag(boolean value) -> json.value(value);
            }
        }
        json.end();
    }
}
