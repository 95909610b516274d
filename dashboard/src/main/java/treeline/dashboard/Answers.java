package treeline.dashboard;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.Kept;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.view.ContextsAnswer;
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
            Set.of("tree", "values", "imbalance", "diff", "findings", "operations");

    private final OpenRuns runs;
    private final String version;
    private final TreeAnswers trees;
    private final IterationAnswers iterations;
    private final QuestionRequests questions;
    private final Kept<String, Response> kept = new Kept<>(KEPT);

    Answers(OpenRuns runs, String version) {
        this.runs = runs;
        this.version = version;
        this.trees = new TreeAnswers(runs);
        this.iterations = new IterationAnswers(runs);
        this.questions = new QuestionRequests(runs, new Questions(runs::formats));
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
            if (question.maybe(parameter).isPresent())
                runs.requireUnchanged(question.index(parameter, runs.entries().size()));
    }

    private Response of(String name, String query, RequestParameters question) throws IOException {
        if (!LARGE.contains(name)) return answer(name, question);
        String key = "%d %s?%s".formatted(runs.version(), name, query);
        return kept.get(key, () -> answer(name, question));
    }

    private Response answer(String name, RequestParameters question) throws IOException {
        return switch (name) {
            case "state" -> RunsAnswer.state(runs.listed());
            case "runs" -> RunsAnswer.of(version, runs.listed());
            case "questions" -> questions.list();
            case "tree" -> TreeAnswers.tree(run(question), question);
            case "values" -> TreeAnswers.values(run(question), question);
            case "imbalance" -> TreeAnswers.imbalance(run(question), question);
            case "diff" -> trees.diff(question);
            case "operations" -> OperationsAnswer.of(run(question));
            case "findings" -> iterations.findings(run(question), question.text("metric"));
            case "contexts" -> ContextsAnswer.of(run(question));
            case "sparks" -> trees.sparks(question);
            case "ranks" -> trees.ranks(question);
            case "series" -> iterations.series(run(question), question);
            case "executions" -> iterations.executions(question);
            default -> throw unknown(name);
        };
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
        return RunsAnswer.of(version, runs.listed());
    }

    private OpenRun run(RequestParameters question) {
        return runs.run(question, "run");
    }
}
