package treeline.dashboard.view;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.runs.RunCondition;
import treeline.dashboard.runs.RunGroup;
import treeline.model.Metadata;
import treeline.numbers.Numbers;
import treeline.question.answer.Statement;
import treeline.question.builds.BuildDoubts;
import treeline.source.Selection;
import treeline.table.JsonWriter;
import treeline.transform.Reduction;
import treeline.view.DiffTree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Two runs or groups of runs on one call tree, with their notable differences. Groups are tested
/// as `treeline compare` does it, single runs by their repetitions.
public record DiffAnswer(OpenRuns runs) {

    /// The answer about `run` and `against`.
    public Response of(RequestParameters question) throws IOException {
        String metric = question.text("metric");
        Reduction over = question.over();
        Numbers a = reducible(runs.run(question, "run"), metric, over);
        Numbers b = reducible(runs.run(question, "against"), metric, over);
        DiffTree diff = DiffTree.of(a, b, over, OpenRun.MAX_ROWS);
        boolean groups =
                runs.group(question, "run").isPresent()
                        || runs.group(question, "against").isPresent();
        if (!groups) return answer(diff, a, _ -> {}, Changes.of(diff, a, b, over)::writeTo);
        if (over != Reduction.MEAN) return answer(diff, a, _ -> {}, DiffAnswer::notTested);
        GroupChanges changes =
                GroupChanges.of(
                        group(question, "run", metric),
                        group(question, "against", metric),
                        diff,
                        doubts(question));
        return answer(diff, a, changes::writeTo, changes::writeTo);
    }

    private static Numbers reducible(OpenRun run, String metric, Reduction over)
            throws IOException {
        return run.reducible(metric, over, Selection.ALL, "");
    }

    private static void notTested(JsonWriter json) {
        json.name("verdict")
                .value(
                        "Not tested: groups are compared by their means. Select the mean of all"
                                + " ranks.");
        json.name("tested").value(false).name("notes").array().end();
        json.name("changes").array().end();
    }

    private GroupChanges.Group group(RequestParameters question, String parameter, String metric)
            throws IOException {
        List<GroupChanges.Member> members = new ArrayList<>();
        for (OpenRun each : members(question, parameter))
            members.add(
                    new GroupChanges.Member(each.path(), reducible(each, metric, Reduction.MEAN)));
        String name =
                runs.group(question, parameter)
                        .map(RunGroup::condition)
                        .orElseGet(() -> members.getFirst().name());
        return new GroupChanges.Group(name, members);
    }

    private List<OpenRun> members(RequestParameters question, String parameter) {
        return runs.group(question, parameter)
                .map(RunGroup::runs)
                .orElseGet(() -> List.of(runs.run(question, parameter)));
    }

    private List<Statement> doubts(RequestParameters question) {
        List<OpenRuns.Listed> a = runs.named(question, "run");
        List<OpenRuns.Listed> b = runs.named(question, "against");
        Set<String> expected = new HashSet<>(Set.of("run"));
        for (String parameter : List.of("run", "against"))
            runs.group(question, parameter).ifPresent(group -> expected.addAll(group.columns()));
        List<Metadata> settings = new ArrayList<>();
        for (OpenRuns.Listed each : b) settings.add(RunCondition.metadata(each));
        for (OpenRuns.Listed each : a) settings.add(RunCondition.metadata(each));
        List<Statement> doubts = new ArrayList<>(BuildDoubts.ofRuns(names(b), names(a)));
        doubts.addAll(BuildDoubts.ofSettings(settings, expected::contains));
        return doubts;
    }

    private static List<String> names(List<OpenRuns.Listed> runs) {
        return runs.stream().map(OpenRuns.Listed::name).toList();
    }

    private static Response answer(
            DiffTree diff, Numbers a, Consumer<ColumnFrame> columns, Consumer<JsonWriter> changes) {
        var names = new FrameNames(diff.rows());
        var frame =
                new ColumnFrame()
                        .whole("a_node", diff.aNode())
                        .whole("b_node", diff.bNode())
                        .whole("parent", diff.rows().parent())
                        .whole("frame", names.ofRow())
                        .whole("hidden", diff.rows().hidden())
                        .real("a", diff.a())
                        .real("b", diff.b())
                        .real("a_exclusive", diff.aExclusive())
                        .real("b_exclusive", diff.bExclusive());
        columns.accept(frame);
        return frame.with(
                json -> {
                    names.write(json);
                    json.name("unit").value(a.unit().symbol());
                    json.name("totals").object();
                    json.name("a").value(diff.aTotal());
                    json.name("b").value(diff.bTotal()).end();
                    changes.accept(json);
                });
    }
}
