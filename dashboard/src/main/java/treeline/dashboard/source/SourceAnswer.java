package treeline.dashboard.source;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.view.ColumnFrame;
import treeline.dashboard.view.TreeAnswers;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.numbers.Numbers;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.table.RealColumn;
import treeline.table.Table;
import treeline.table.TextColumn;
import treeline.transform.NodeGroups;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The lines of a source file with their cost: the numbers of `treeline flat --by line`.
///
/// Profiles without lines, such as those of instrumented functions, get the cost of each function
/// at the line where it starts.
public record SourceAnswer(OpenRuns runs) {
    private static final int MAX_LINES = 100_000;
    private static final Frame ELSEWHERE = Frame.region("(elsewhere)");

    public Response of(RequestParameters question) throws IOException {
        OpenRun run = runs.run(question, "run");
        CallTree tree = run.outline().tree();
        String file = question.text("file");
        requireNamed(tree, file);
        Optional<SourceRoots.Found> known = find(run, file);
        if (known.isEmpty()) return notFound(run, file);
        SourceRoots.Found found = known.get();
        List<String> lines = SourceRoots.text(found).lines().toList();
        if (lines.size() > MAX_LINES)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "%s has %d lines, more than %d"
                            .formatted(found.shown(), lines.size(), MAX_LINES),
                    "open it in an editor");
        boolean byLine =
                tree.frames().stream().anyMatch(each -> each.file().equals(file) && isLine(each));
        Numbers values = TreeAnswers.values(run, question, question.text("metric"));
        return answer(new Cost(values, question.over(), file, byLine), lines, found.shown());
    }

    /// Only files that the profile names can be asked for.
    private static void requireNamed(CallTree tree, String file) {
        if (file.isEmpty() || tree.frames().stream().noneMatch(each -> each.file().equals(file)))
            throw new RefusedRequest(
                    Status.NOT_FOUND,
                    "the profile does not name the file '%s'".formatted(file),
                    "select a call path");
    }

    private Optional<SourceRoots.Found> find(OpenRun run, String file) throws IOException {
        List<Path> roots = new ArrayList<>(runs.sourceRoots());
        Path database = Path.of(run.path()).resolve("src");
        if (Files.isDirectory(database)) roots.addFirst(database);
        return new SourceRoots(roots).find(file);
    }

    /// Most profiles are read without their sources: the answer is not an error.
    private static Response notFound(OpenRun run, String file) {
        String hint =
                "name the directory of the sources: treeline serve %s --source DIR"
                        .formatted(run.path());
        return new ColumnFrame()
                .with(
                        json ->
                                json.name("none")
                                        .value("%s was not found".formatted(file))
                                        .name("hint")
                                        .value(hint));
    }

    private static boolean isLine(Frame frame) {
        return switch (frame.kind()) {
            case LINE, INSTRUCTION -> frame.line() > 0;
            case FUNCTION, REGION, LOOP, KERNEL, THREAD, OTHER -> false;
        };
    }

    /// The cost of the lines of one file.
    private record Cost(Numbers values, Reduction over, String file, boolean byLine) {
        Table table() {
            var profile = values.profile();
            double whole = values.total(values.inclusive(over));
            return byLine
                    ? FlatProfile.of(profile, values.metric(), Grouping.LINE, over, whole)
                    : FlatProfile.of(
                            profile,
                            values.metric(),
                            NodeGroups.ofFrames(profile.tree(), this::start),
                            "line",
                            over,
                            whole);
        }

        private Frame start(Frame frame) {
            return refers(frame) ? Frame.region(file + ":" + frame.line()) : ELSEWHERE;
        }

        boolean refers(Frame frame) {
            return frame.line() > 0 && frame.file().equals(file) && (!byLine || isLine(frame));
        }
    }

    private static Response answer(Cost cost, List<String> lines, String shown) {
        double[] exclusive = absent(lines.size());
        double[] inclusive = absent(lines.size());
        Table table = cost.table();
        TextColumn names = table.text("line");
        RealColumn own = table.real("exclusive");
        RealColumn all = table.real("inclusive");
        int beyond = 0;
        for (int row = 0; row < table.rows(); row++) {
            String name = names.at(row);
            if (!name.startsWith(cost.file + ":")) continue;
            int line = Integer.parseInt(name.substring(cost.file.length() + 1));
            if (line > lines.size()) beyond++;
            else {
                exclusive[line - 1] = own.at(row);
                inclusive[line - 1] = all.at(row);
            }
        }
        int omitted = beyond;
        Numbers values = cost.values;
        return new ColumnFrame()
                .real("exclusive", exclusive)
                .real("inclusive", inclusive)
                .whole("node", heaviest(cost, lines.size()))
                .with(
                        json -> {
                            json.name("file").value(shown);
                            json.name("unit").value(values.unit().symbol());
                            json.name("total").value(values.total(values.inclusive(cost.over)));
                            json.name("byLine").value(cost.byLine);
                            json.name("beyond").value(omitted);
                            json.name("text").values(lines);
                        });
    }

    private static double[] absent(int length) {
        double[] values = new double[length];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /// The most expensive node of each line, -1 if it has none.
    private static int[] heaviest(Cost cost, int length) {
        CallTree tree = cost.values.profile().tree();
        double[] inclusive = cost.values.inclusive(cost.over);
        int[] node = new int[length];
        Arrays.fill(node, -1);
        for (int each = 0; each < tree.size(); each++) {
            Frame frame = tree.frame(each);
            if (!cost.refers(frame) || frame.line() > length) continue;
            int line = frame.line() - 1;
            if (node[line] < 0 || cost(inclusive[each]) > cost(inclusive[node[line]]))
                node[line] = each;
        }
        return node;
    }

    private static double cost(double value) {
        return Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value;
    }
}
