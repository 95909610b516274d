package treeline.dashboard.view;

import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.model.ImmutableInts;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.question.run.report.Headline;
import treeline.single.Drift;
import treeline.statement.FindingText;
import treeline.statement.Sentence;
import treeline.table.JsonWriter;
import treeline.transform.Reduction;
import treeline.view.Findings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The findings about a run, each with the selection that shows it. They include those about
/// iterations.
public final class FindingsAnswer {
    private static final ImmutableInts NONE = ImmutableInts.owning();

    /// Findings by importance: the first kind that a run has is selected when its page opens.
    private static final List<String> IMPORTANCE =
            List.of("headline", "pattern", "slow-ranks", "imbalance", "drift", "hot-path", "waits");

    private FindingsAnswer() {}

    public static Response of(OpenRun run, String metric) throws IOException {
        Numbers values = run.withIterations(metric);
        List<Headline> headlines =
                metric.equals(run.defaultMetric().name()) ? run.headlines() : List.of();
        var written = new StringBuilder();
        var json = new JsonWriter(written).array();
        if (!values.isPoint()) {
            Findings findings =
                    Findings.of(values.profile(), values.metric(), Reduction.MEAN, run.accounts());
            write(json, headlines, findings, IterationAnswers.text(values));
        }
        json.end();
        return new Response.Json(written.toString());
    }

    private static void write(
            JsonWriter json, List<Headline> headlines, Findings findings, FindingText text) {
        List<Finding> all = new ArrayList<>();
        for (Headline each : headlines) all.add(Finding.of(each, text));
        int[] path = findings.hotPath().toArray();
        if (path.length > 0)
            all.add(
                    new Finding(
                            "hot-path",
                            text.briefly().hotPath(findings),
                            text.hotPath(findings),
                            path[path.length - 1]));
        for (Findings.Pattern each : findings.patterns())
            all.add(
                    new Finding(
                                    "pattern",
                                    text.briefly().pattern(each),
                                    text.pattern(each),
                                    each.node())
                            .at(each.contexts()));
        for (Findings.SlowRank each : findings.slowRanks())
            all.add(
                    new Finding(
                                    "slow-ranks",
                                    text.briefly().slowRank(findings, each),
                                    text.slowRank(findings, each),
                                    each.slow().worst())
                            .at(each.contexts()));
        for (Findings.Imbalance each : findings.imbalances())
            all.add(
                    new Finding(
                                    each.waiting() ? "waits" : "imbalance",
                                    text.briefly().imbalance(findings, each),
                                    text.imbalance(findings, each),
                                    each.node())
                            .at(each.slowest()));
        for (Drift.Loop each : findings.drifts())
            all.add(
                    new Finding("drift", text.briefly().drift(each), text.drift(each), each.node())
                            .during(each.slowest()));
        boolean ofRanks = findings.places().by() == Locations.By.RANK;
        Optional<Finding> first = mostImportant(all, ofRanks || headlines.isEmpty());
        for (Finding each : all) each.writeTo(json, text, first.filter(each::equals).isPresent());
    }

    /// @param balanceCounts false for the threads of a JVM or a GPU program: they have different
    ///   roles, so their imbalance is expected, and the hot path is more important
    private static Optional<Finding> mostImportant(List<Finding> all, boolean balanceCounts) {
        return all.stream()
                .filter(each -> each.node() >= 0)
                .min(
                        Comparator.comparingInt(
                                each ->
                                        !balanceCounts && each.kind().equals("hot-path")
                                                ? 1
                                                : 2 * IMPORTANCE.indexOf(each.kind())));
    }

    /// A sentence and the selection that shows it.
    ///
    /// @param title of the group, empty if its kind has one
    /// @param text starts with the function
    /// @param full names the call path
    /// @param scope of its numbers, empty if it does not matter
    /// @param contexts to select, empty for all
    /// @param iteration to select, -1 for all
    private record Finding(
            String kind,
            String title,
            String text,
            String full,
            int node,
            String scope,
            ImmutableInts contexts,
            int iteration) {

        Finding(String kind, Sentence brief, Sentence full, int node) {
            this(kind, "", brief.text(), full.text(), node, "inclusive", NONE, -1);
        }

        /// A headline selects the call path that it names.
        static Finding of(Headline headline, FindingText names) {
            String text = headline.sentence().text();
            int node = names.nodeAt(headline.sentence().path());
            return new Finding(
                    "headline", headline.title(), text, text, node, "exclusive", NONE, -1);
        }

        /// Imbalance is of what a node does itself.
        Finding at(ImmutableInts places) {
            return new Finding(kind, title, text, full, node, "exclusive", places, iteration);
        }

        Finding during(int which) {
            return new Finding(kind, title, text, full, node, scope, contexts, which);
        }

        /// @param first whether this is the most important finding
        void writeTo(JsonWriter json, FindingText names, boolean first) {
            json.object().name("kind").value(kind);
            if (!title.isEmpty()) json.name("title").value(title);
            json.name("text").value(text);
            json.name("full").value(full);
            json.name("path").value(node < 0 ? "" : names.pathOf(node));
            json.name("first").value(first);
            json.name("node").value(node);
            json.name("scope").value(scope);
            json.name("contexts");
            if (contexts.size() == 0) json.nullValue();
            else json.values(contexts.stream());
            json.name("iteration");
            if (iteration < 0) json.nullValue();
            else json.value(iteration);
            json.end();
        }
    }
}
