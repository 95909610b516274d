package treeline.dashboard.ensemble;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.list.Questions;
import treeline.question.screen.Screen;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The cluster of each run, as the question `ensemble cluster` finds them.
final class ClusterAnswer {
    private static final Quantity QUANTITY = new Quantity(3, true);
    private static final int NONE = -1;

    private ClusterAnswer() {}

    static Response of(OpenEnsemble open, RequestParameters request) throws IOException {
        Ensemble all = open.all();
        Ensemble runs = open.selected(request);
        Metric metric = NodeAnswers.metric(runs, request);
        List<String> words = new ArrayList<>(List.of("--metric=" + nameOf(metric)));
        request.maybe("k").ifPresent(_ -> words.add("--k=" + request.index("k", runs.runs() + 1)));
        words.addAll(List.of("--", "runs"));
        Question question = new Questions(open::formats).named("ensemble cluster").orElseThrow();
        Answer answer = question.ask(words, open.session(runs));
        Table members = answer.table();
        int[] cluster = clusters(all, members);
        int count = Arrays.stream(cluster).max().orElse(NONE) + 1;
        return new ColumnFrame()
                .whole("cluster", cluster)
                .with(
                        json -> {
                            json.name("count").value(count);
                            writeStatements(answer, json);
                            writeCentres(answer, json);
                        });
    }

    /// The metric as a parameter names it.
    static String nameOf(Metric metric) {
        String scope = metric.scope().name().toLowerCase(java.util.Locale.ROOT);
        return metric.addsUp() ? metric.name() + ":" + scope : metric.name();
    }

    private static int[] clusters(Ensemble all, Table members) {
        Map<String, Integer> of = new HashMap<>();
        for (int row = 0; row < members.rows(); row++)
            of.put(members.column(Ensemble.RUN).text(row), (int) members.whole("cluster").at(row));
        int[] cluster = new int[all.runs()];
        Arrays.setAll(cluster, run -> of.getOrDefault(all.keys().get(run), NONE));
        return cluster;
    }

    static void writeStatements(Answer answer, JsonWriter json) {
        json.name("statements")
                .values(answer.statements().stream().map(each -> each.text(QUANTITY)).toList());
    }

    /// The first table of the answer: a row per cluster, with the metadata that its runs share.
    private static void writeCentres(Answer answer, JsonWriter json) {
        json.name("table").array();
        answer.blocks().stream()
                .filter(Section.class::isInstance)
                .map(Section.class::cast)
                .findFirst()
                .ifPresent(section -> writeRows(section, json));
        json.end();
    }

    private static void writeRows(Section section, JsonWriter json) {
        json.values(section.columns().stream().map(Section.View::heading).toList());
        for (int row = 0; row < section.rows(); row++) {
            int at = row;
            json.values(
                    section.columns().stream()
                            .map(column -> column.cell().text(at, Screen.PLAIN))
                            .toList());
        }
    }
}
