package treeline.dashboard;

import treeline.dashboard.ensemble.EnsembleAnswers;
import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.Kept;
import treeline.dashboard.runs.KeptBytes;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.source.SourceAnswer;
import treeline.dashboard.time.TimeAnswers;
import treeline.dashboard.view.ContextsAnswer;
import treeline.dashboard.view.DiffAnswer;
import treeline.dashboard.view.FindingsAnswer;
import treeline.dashboard.view.GroupAnswer;
import treeline.dashboard.view.IterationAnswers;
import treeline.dashboard.view.OperationsAnswer;
import treeline.dashboard.view.RunsAnswer;
import treeline.dashboard.view.TreeAnswers;
import treeline.question.list.Questions;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/// Answers the page's questions about runs: finds the run, computes the view and encodes it.
/// Independent of HTTP, so that reports can ask the same questions.
final class Answers {
    private static final int KEPT = 16;

    /// Answers that take time and are requested again when the user goes back.
    private static final Set<String> LARGE =
            Set.of(
                    "tree",
                    "values",
                    "imbalance",
                    "diff",
                    "findings",
                    "operations",
                    "interval",
                    "source");

    private final OpenRuns runs;
    private final String version;
    private final TreeAnswers trees;
    private final IterationAnswers iterations;
    private final TimeAnswers time;
    private final QuestionRequests questions;
    private final EnsembleAnswers ensemble;
    private final Kept<String, Response> kept =
            new Kept<>(KEPT, KeptBytes.OF_PROCESS, answer -> answer.bytes().length);

    Answers(OpenRuns runs, String version) {
        this(runs, OpenEnsemble.of(runs), version);
    }

    /// @param ensemble of the page of many runs
    Answers(OpenRuns runs, OpenEnsemble ensemble, String version) {
        this.runs = runs;
        this.version = version;
        this.trees = new TreeAnswers(runs);
        this.iterations = new IterationAnswers(runs);
        this.time = new TimeAnswers(runs);
        this.questions = new QuestionRequests(runs, new Questions(runs::formats));
        this.ensemble = new EnsembleAnswers(ensemble);
        if (this.ensemble.isFirst()) runs.nameAmong(this.ensemble.paths());
    }

    OpenRuns runs() {
        return runs;
    }

    /// Makes the answers that the page asks for first while the browser still starts. What goes
    /// wrong here is told when it is asked for.
    void warmUp() {
        List<OpenRuns.Entry> entries = runs.entries();
        if (entries.isEmpty() || entries.getFirst().run().isEmpty()) return;
        OpenRun run = entries.getFirst().run().get();
        if (run.outline().metrics().isEmpty()) return;
        String metric = URLEncoder.encode(run.defaultMetric().name(), StandardCharsets.UTF_8);
        try {
            of("runs", "");
            of("tree", "run=0");
            of("values", "run=0&metric=%s&over=mean".formatted(metric));
        } catch (IOException | RuntimeException failed) {
            System.getLogger(Answers.class.getName())
                    .log(System.Logger.Level.DEBUG, "reading ahead failed", failed);
        }
    }

    /// @param name what stands behind `api/`
    /// @param query the parameters, still encoded
    Response of(String name, String query) throws IOException {
        if (name.equals("ask")) return questions.ask(query);
        RequestParameters question = RequestParameters.of(query);
        try {
            return of(name, query, question);
        } catch (IOException | RuntimeException | InternalError failed) {
            if (!(failed instanceof RefusedRequest)) requireUnchanged(question);
            throw failed;
        }
    }

    /// Whatever fails after a file was overwritten fails because of that.
    private void requireUnchanged(RequestParameters question) {
        for (String parameter : List.of("run", "against"))
            if (question.maybe(parameter).isPresent()) runs.requireUnchanged(question, parameter);
    }

    private Response of(String name, String query, RequestParameters question) throws IOException {
        if (!LARGE.contains(name)) return answer(name, question);
        String key = "%d %s?%s".formatted(runs.version(), name, query);
        return kept.get(key, () -> answer(name, question));
    }

    private Response answer(String name, RequestParameters question) throws IOException {
        if (EnsembleAnswers.isNamed(name)) return ensemble.of(name, question);
        return switch (name) {
            case "state" -> RunsAnswer.state(runs.listed());
            case "runs" -> listed();
            case "run" -> GroupAnswer.of(runs, question);
            case "conditions" -> GroupAnswer.conditions(runs.listed());
            case "questions" -> questions.list();
            case "tree" -> TreeAnswers.tree(run(question), question);
            case "values" -> TreeAnswers.values(run(question), question);
            case "imbalance" -> TreeAnswers.imbalance(run(question), question);
            case "diff" -> new DiffAnswer(runs).of(question);
            case "operations" -> OperationsAnswer.of(run(question));
            case "findings" -> FindingsAnswer.of(run(question), question.text("metric"));
            case "contexts" -> ContextsAnswer.of(run(question));
            case "sparks" -> trees.sparks(question);
            case "ranks" -> trees.ranks(question);
            case "series" -> iterations.series(run(question), question);
            case "heat" -> iterations.heat(run(question), question);
            case "executions" -> iterations.executions(question);
            case "trace" -> time.trace(question);
            case "timeline" -> time.tile(question);
            case "moment" -> time.moment(question);
            case "interval" -> time.interval(question);
            case "overlays" -> time.overlays(question);
            case "waiting" -> time.waiting(question);
            case "matrix" -> time.matrix(question);
            case "counters" -> time.counters(question);
            case "page" ->
                    new Response.Text(
                            "application/octet-stream", ReportPage.of(run(question), version));
            case "source" -> new SourceAnswer(runs).of(question);
            default -> throw unknown(name);
        };
    }

    private Response listed() {
        return RunsAnswer.of(version, runs.listed(), ensemble.size(), ensemble.isFirst());
    }

    static RefusedRequest unknown(String name) {
        return new RefusedRequest(
                Status.NOT_FOUND, "'%s' does not exist".formatted(name), "start at /");
    }

    /// @param body node numbers as i32, little-endian
    Response ofMany(String query, byte[] body) throws IOException {
        return trees.ranks(RequestParameters.of(query), body);
    }

    Response opened(int id) {
        return RunsAnswer.of(
                runs.listed().stream().filter(run -> run.id() == id).findFirst().orElseThrow());
    }

    /// Opens a run again whose file was replaced.
    Response reloaded(String query) throws IOException {
        int id = RequestParameters.of(query).index("run", runs.entries().size());
        runs.reload(id);
        return opened(id);
    }

    /// Removes a run that was dropped, and lists the others.
    Response closed(String query) throws IOException {
        runs.remove(RequestParameters.of(query).index("run", runs.entries().size()));
        return listed();
    }

    /// Opens a run of the ensemble on a page of its own.
    Response openedOfEnsemble(String query) throws IOException {
        return opened(ensemble.openRun(RequestParameters.of(query), runs));
    }

    private OpenRun run(RequestParameters question) {
        return runs.run(question, "run");
    }
}
