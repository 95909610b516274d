package treeline.dashboard.ensemble;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.OpenRuns;
import treeline.question.input.Session;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Answers the questions of the page of many runs, `api/ensemble-NAME`.
public final class EnsembleAnswers {
    private static final String PREFIX = "ensemble-";

    private final OpenEnsemble open;
    private final NodeAnswers nodes;
    private final ScalingAnswer scaling;

    public EnsembleAnswers(OpenEnsemble open) {
        this.open = open;
        this.nodes = new NodeAnswers(open);
        this.scaling = new ScalingAnswer(open);
    }

    /// Whether a request is about the ensemble.
    public static boolean isNamed(String name) {
        return name.startsWith(PREFIX);
    }

    /// The number of runs that were named.
    public int size() {
        return open.size();
    }

    /// Whether the dashboard opens with the page of many runs.
    public boolean isFirst() {
        return open.isFirst();
    }

    /// Answers a request of the page.
    ///
    /// @param name the text after `api/`
    public Response of(String name, RequestParameters question) throws IOException {
        return switch (name.substring(PREFIX.length())) {
            case "overview" ->
                    OverviewAnswer.of(open.load(Session.SILENT), open.archive().isPresent());
            case "tree" -> nodes.tree();
            case "statistics" -> nodes.statistics(question);
            case "values" -> nodes.values(question);
            case "topdown" -> nodes.topDown(question);
            case "scaling" -> scaling.of(question);
            case "clusters" -> ClusterAnswer.of(open, question);
            case "trend" -> TrendAnswer.of(open, question);
            default ->
                    throw new RefusedRequest(
                            Status.NOT_FOUND, "'%s' does not exist".formatted(name), "start at /");
        };
    }

    /// The paths of the runs, readable or not.
    public List<String> paths() {
        return open.paths();
    }

    /// Opens a run of the ensemble, by its position or by its name in `runs`, as a run of its own,
    /// or finds it among those that are open.
    ///
    /// @return its number
    public int openRun(RequestParameters question, OpenRuns runs) throws IOException {
        Optional<String> name = question.maybe("name");
        String path = name.isPresent() ? named(name.get(), runs) : at(question);
        synchronized (this) {
            List<OpenRuns.Entry> entries = runs.entries();
            int known =
                    IntStream.range(0, entries.size())
                            .filter(id -> isOpen(entries.get(id), path))
                            .findFirst()
                            .orElse(-1);
            if (known >= 0) return known;
            return runs.openOrRefuse(path, open.format());
        }
    }

    private String at(RequestParameters question) throws IOException {
        List<String> keys = open.all().keys();
        return keys.get(question.index("run", keys.size()));
    }

    private static String named(String name, OpenRuns runs) {
        return runs.pathOf(name)
                .orElseThrow(
                        () ->
                                new RefusedRequest(
                                        Status.NOT_FOUND,
                                        "'%s' is not one of the runs that are served"
                                                .formatted(name),
                                        "choose a run in the list of all runs"));
    }

    private static boolean isOpen(OpenRuns.Entry entry, String path) {
        return !entry.removed() && entry.run().map(run -> run.path().equals(path)).orElse(false);
    }
}
