package treeline.formats.hatchet;

import tools.jackson.core.JsonGenerator;

import treeline.formats.writing.BothScopes;
import treeline.formats.writing.GraphJson;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// Writes the `to_json` document. The first context has a row at every node, because Hatchet
/// displays that one.
final class HatchetWriter {
    private static final Map<String, ToIntFunction<Context>> NUMBERS = new LinkedHashMap<>();

    static {
        NUMBERS.put(HatchetGraph.RANK, Context::rank);
        NUMBERS.put(HatchetGraph.THREAD, Context::thread);
        NUMBERS.put(HatchetGraph.STREAM, Context::stream);
        NUMBERS.put(HatchetGraph.REPETITION, Context::repetition);
    }

    private final Profile profile;
    private final JsonGenerator json;
    private final BothScopes values;
    private final HatchetColumns columns;
    private final List<String> metrics;
    private final boolean hasHosts;

    HatchetWriter(Profile profile, JsonGenerator json) {
        this.profile = profile;
        this.json = json;
        this.values = new BothScopes(profile);
        this.columns = new HatchetColumns(values.metrics(), profile.labels());
        this.metrics = columns.metrics();
        this.hasHosts = profile.contexts().stream().anyMatch(each -> !each.host().isEmpty());
    }

    void write() {
        json.writeStartObject();
        GraphJson.write(profile.tree(), json);
        GraphJson.writeTexts("dataframe_indices", indexes(), json);
        json.writeArrayPropertyStart("dataframe");
        values.forEachRow(true, this::writeRow);
        json.writeEndArray();
        GraphJson.writeTexts("inclusive_metrics", metrics(Metric.Scope.INCLUSIVE), json);
        GraphJson.writeTexts("exclusive_metrics", metrics(Metric.Scope.EXCLUSIVE), json);
        json.writeEndObject();
    }

    /// A metric that no row has is no column of the table.
    private List<String> metrics(Metric.Scope scope) {
        return columns.where(metric -> metric.scope() == scope && !values.isEmpty(metric));
    }

    private List<String> indexes() {
        List<String> indexes = new ArrayList<>(List.of("node"));
        NUMBERS.forEach(
                (name, number) -> {
                    if (profile.contexts().stream()
                            .anyMatch(each -> number.applyAsInt(each) != Context.NONE))
                        indexes.add(name);
                });
        if (hasHosts) indexes.add(HatchetGraph.HOST);
        return indexes;
    }

    private void writeRow(int node, int context, double[] row) {
        json.writeStartObject();
        json.writeNumberProperty("node", node);
        writeContext(profile.contexts().get(context));
        for (int i = 0; i < row.length; i++)
            if (!Double.isNaN(row[i])) json.writeNumberProperty(metrics.get(i), row[i]);
        columns.labels().forEach((name, label) -> json.writeStringProperty(name, label.at(node)));
        json.writeStringProperty("name", profile.tree().name(node));
        json.writeEndObject();
    }

    private void writeContext(Context who) {
        NUMBERS.forEach(
                (name, number) -> {
                    int count = number.applyAsInt(who);
                    if (count != Context.NONE) json.writeNumberProperty(name, count);
                });
        if (hasHosts) json.writeStringProperty(HatchetGraph.HOST, who.host());
    }
}
