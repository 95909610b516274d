package treeline.dashboard.ensemble;

import treeline.archive.Archive;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.compare.Trend;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.single.NodePath;
import treeline.table.JsonWriter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The history of one node over the builds of an archive, with its change points, as `archive
/// trend` computes them.
final class TrendAnswer {
    private TrendAnswer() {}

    static Response of(OpenEnsemble open, RequestParameters request) throws IOException {
        Path folder =
                open.archive()
                        .orElseThrow(() -> RefusedRequest.wrong("the runs are not an archive"));
        Ensemble runs = open.selected(request);
        Metric metric = NodeAnswers.metric(runs, request);
        String path = NodePath.of(runs.tree(), request.index("node", runs.tree().size()));
        Set<String> names =
                runs.keys().stream().map(TrendAnswer::nameOf).collect(Collectors.toSet());
        Trend trend =
                Archive.at(folder)
                        .ask(index -> index.trend(index.path(path), metric, among(index, names)));
        int absent = names.size() - trend.points().size();
        return answer(trend, absent, positions(open.all()));
    }

    private static List<ArchivedRun> among(ArchiveIndex index, Set<String> names)
            throws IOException {
        return index.runs().stream().filter(run -> names.contains(run.name())).toList();
    }

    /// The name of a run in the archive: that of its file, without the extension.
    private static String nameOf(String key) {
        String file = key.substring(Math.max(key.lastIndexOf('/'), key.lastIndexOf('\\')) + 1);
        return file.endsWith(".tldb") ? file.substring(0, file.length() - 5) : file;
    }

    private static Map<String, Integer> positions(Ensemble all) {
        Map<String, Integer> positions = new HashMap<>();
        for (String key : all.keys()) positions.put(nameOf(key), positions.size());
        return positions;
    }

    /// @param absent the number of runs without the node
    private static Response answer(Trend trend, int absent, Map<String, Integer> positions) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        json.name("path").value(trend.node());
        json.name("unit").value(trend.metric().unit().symbol());
        json.name("builds").value(trend.builds());
        json.name("needed").value(Trend.MIN_BUILDS).name("level").value(Trend.LEVEL);
        json.name("absent").value(absent);
        json.name("outliers").value(trend.segments().stream().mapToInt(Trend.Segment::aside).sum());
        json.name("points").array();
        for (Trend.Point each : trend.points()) {
            json.object().name("run").value(positions.getOrDefault(each.run(), -1));
            json.name("name").value(each.run()).name("time").value(each.time().toString());
            json.name("branch").value(each.branch()).name("commit").value(each.commit());
            json.name("value").value(each.value()).end();
        }
        json.end().name("segments").array();
        for (Trend.Segment each : trend.segments()) {
            json.object().name("from").value(each.from()).name("end").value(each.end());
            json.name("builds").value(each.builds()).name("mean").value(each.mean());
            json.name("deviation").value(each.deviation()).end();
        }
        json.end().name("changes").array();
        for (Trend.Change each : trend.changes()) {
            json.object().name("at").value(each.at());
            json.name("before").value(each.before()).name("after").value(each.after());
            json.name("ratio").value(each.ratio()).name("p").value(each.p()).end();
        }
        json.end().end();
        return new Response.Json(text.toString());
    }
}
