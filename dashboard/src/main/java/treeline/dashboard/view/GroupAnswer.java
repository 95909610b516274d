package treeline.dashboard.view;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.runs.RunCondition;
import treeline.dashboard.runs.RunGroup;
import treeline.model.Metadata.Value;
import treeline.table.JsonWriter;
import treeline.text.NaturalOrder;

import java.util.List;

/// A group of runs as an entry of the list of runs, and the metadata by which groups can be chosen.
public final class GroupAnswer {
    /// Of each piece of metadata; more are of no help to someone who types.
    private static final int MAX_VALUES = 50;

    private static final int MAX_NAMES = 3;

    private GroupAnswer() {}

    /// The properties of the group or run that parameter `run` names, with the metrics that the
    /// request defines; of a group also its members.
    public static Response of(OpenRuns runs, RequestParameters question) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        runs.group(question, "run")
                .ifPresentOrElse(
                        group -> write(json, group),
                        () -> RunsAnswer.writeNames(json, runs.named(question, "run").getFirst()));
        RunsAnswer.writeOpened(json, runs.run(question, "run"));
        json.end();
        return new Response.Json(text.toString());
    }

    private static void write(JsonWriter json, RunGroup group) {
        json.name("id").value(RunGroup.PREFIX + group.condition());
        json.name("name").value(name(group));
        json.name("path").value(group.condition());
        json.name("members").array();
        for (OpenRuns.Listed each : group.members()) {
            json.object().name("id").value(each.id());
            json.name("name").value(each.name()).end();
        }
        json.end();
    }

    /// The condition; a list of many names is too long to be read.
    private static String name(RunGroup group) {
        int more = group.members().size() - 1;
        return group.condition().startsWith("run in (") && more >= MAX_NAMES
                ? "%s and %d more".formatted(group.members().getFirst().name(), more)
                : group.condition();
    }

    /// The metadata of the open runs: each column with its values, as conditions write them.
    public static Response conditions(List<OpenRuns.Listed> runs) {
        List<OpenRuns.Listed> open =
                runs.stream().filter(each -> each.entry().run().isPresent()).toList();
        var text = new StringBuilder();
        var json = new JsonWriter(text).array();
        for (String column : RunCondition.columns(open)) {
            json.object().name("name").value(column).name("values").array();
            open.stream()
                    .flatMap(each -> RunCondition.metadata(each).get(column).stream())
                    .map(GroupAnswer::written)
                    .distinct()
                    .sorted(NaturalOrder.NATURAL)
                    .limit(MAX_VALUES)
                    .forEach(json::value);
            json.end().end();
        }
        json.end();
        return new Response.Json(text.toString());
    }

    /// Text is in quotes: in single ones if it has double ones.
    private static String written(Value value) {
        return switch (value) {
            case Value.Text(String text) ->
                    text.contains("\"") ? "'%s'".formatted(text) : "\"%s\"".formatted(text);
            case Value.Whole _, Value.Real _, Value.Flag _ -> value.toString();
        };
    }
}
