package treeline.formats.thicket;

import tools.jackson.core.JsonGenerator;

import treeline.formats.writing.GraphJson;
import treeline.formats.writing.JsonFile;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.runs.RunList;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Writes an ensemble in the format of Thicket's `to_json`, for `Thicket.from_json`. The format has
/// no units.
public final class ThicketWriter {
    private static final String NODE = "node";
    private static final String PROFILE = "profile";

    private final JsonGenerator json;
    private final Profile values;
    private final RunList runs;
    private final ThicketColumns columns;
    private final Map<String, MetricColumn> numbers = new LinkedHashMap<>();
    private final long[] ids;

    private ThicketWriter(JsonGenerator json, Profile values) {
        this.json = json;
        this.values = values;
        this.runs = RunList.of(values.metadata());
        this.columns = new ThicketColumns(values.metrics(), values.labels());
        columns.metrics().forEach((name, metric) -> numbers.put(name, values.column(metric)));
        this.ids = ThicketIds.of(runs.keys());
    }

    /// Writes a file that appears complete or not at all.
    ///
    /// @param ensemble a profile whose contexts are runs and which lists them ([RunList]), as
    ///   `Ensemble.saved()` gives it
    public static void write(Profile ensemble, Path file) throws IOException {
        if (!RunList.isIn(ensemble.metadata()))
            throw new IllegalArgumentException("the profile is a single run, not an ensemble");
        JsonFile.writeForPython(file, json -> new ThicketWriter(json, ensemble).write());
    }

    private void write() {
        json.writeStartObject();
        GraphJson.write(values.tree(), json);
        GraphJson.writeTexts("dataframe_indices", List.of(NODE, PROFILE), json);
        writeRows();
        writeMetadata();
        writeStatistics();
        GraphJson.writeTexts("inclusive_metrics", columns.of(Metric.Scope.INCLUSIVE), json);
        GraphJson.writeTexts("exclusive_metrics", columns.of(Metric.Scope.EXCLUSIVE), json);
        writeRuns();
        json.writeEndObject();
    }

    /// A row for each run at each node that it has; linear in their values.
    private void writeRows() {
        json.writeName("dataframe").writeStartArray();
        for (int node = 0; node < values.tree().size(); node++)
            for (int run = 0; run < ids.length; run++)
                if (runs.nodes().get(run).get(node)) writeRow(node, run);
        json.writeEndArray();
    }

    private void writeRow(int node, int run) {
        json.writeStartObject();
        json.writeNumberProperty(NODE, node);
        json.writeNumberProperty(PROFILE, ids[run]);
        columns.labels().forEach((name, label) -> json.writeStringProperty(name, label.at(node)));
        numbers.forEach((name, column) -> writeNumber(name, column.at(run, node)));
        json.writeStringProperty("name", values.tree().name(node));
        json.writeEndObject();
    }

    private void writeNumber(String name, double number) {
        if (Double.isNaN(number)) json.writeNullProperty(name);
        else json.writeNumberProperty(name, number);
    }

    private void writeMetadata() {
        Set<String> names = new LinkedHashSet<>();
        for (Metadata run : runs.metadata()) names.addAll(run.keys());
        json.writeName("metadata").writeStartArray();
        for (int run = 0; run < ids.length; run++) {
            json.writeStartObject();
            json.writeNumberProperty(PROFILE, ids[run]);
            for (String name : names) {
                json.writeName(name.equals(PROFILE) ? "metadata." + name : name);
                writeValue(runs.metadata().get(run).get(name).orElse(new Value.Real(Double.NaN)));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeValue(Value value) {
        switch (value) {
            case Value.Text(String text) -> json.writeString(text);
            case Value.Whole(long whole) -> json.writeNumber(whole);
            case Value.Flag(boolean flag) -> json.writeBoolean(flag);
            case Value.Real(double real) -> {
                if (Double.isNaN(real)) json.writeNull();
                else json.writeNumber(real);
            }
        }
    }

    /// Thicket computes statistics anew; it wants the nodes.
    private void writeStatistics() {
        json.writeName("stats").writeStartArray();
        for (int node = 0; node < values.tree().size(); node++) {
            json.writeStartObject();
            json.writeNumberProperty(NODE, node);
            json.writeStringProperty("name", values.tree().name(node));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /// Newer versions ask for the name of the index, older ones pass over it.
    private void writeRuns() {
        json.writeStringProperty("profile_idx_name", PROFILE);
        json.writeName(PROFILE).writeStartArray();
        for (long id : ids) json.writeNumber(id);
        json.writeEndArray();
        json.writeName("profile_mapping").writeStartObject();
        for (int run = 0; run < ids.length; run++)
            json.writeStringProperty(Long.toString(ids[run]), runs.keys().get(run));
        json.writeEndObject();
    }
}
