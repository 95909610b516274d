package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Scopes;
import treeline.model.Unit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs every Treeline call in the tables of equivalent calls in Thicket, Hatchet, Chopper and
/// hpcanalysis.
class ComingFromTest {
    private static final Path GUIDE = Path.of("..", "docs", "reference", "coming-from.md");
    private static final String FIRST_TABLE = "## From Thicket";

    /// The last column of a row begins with the call.
    private static final Pattern CALL = Pattern.compile("(?m)^\\| .* \\| `([^`]+)`[^|]*\\|$");

    private static final Pattern FILE =
            Pattern.compile("\"((?:runs/|run\\.|all\\.|ncu\\.)[^\"]*)\"");
    private static final List<String> SLOTS =
            List.of("Retiring", "Frontend bound", "Backend bound", "Bad speculation");
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE);

    @TempDir Path folder;

    private static Profile run(String compiler, int ranks, int contexts) {
        var noise = new Random(ranks + compiler.length());
        var profile = new ProfileBuilder();
        int main = profile.child(ProfileBuilder.ROOT, Frame.region("main"));
        int solve = profile.child(main, Frame.region("solve"));
        int send = profile.child(main, Frame.region("MPI_Send"));
        for (int rank = 0; rank < contexts; rank++) {
            int context = profile.context(contexts == 1 ? Context.WHOLE : Context.ofRank(rank));
            for (int node : new int[] {main, solve, send}) {
                double seconds = 10 + node * ranks + noise.nextDouble();
                profile.add(profile.metric(TIME), context, node, seconds);
                var bytes = new Metric("bytes", Unit.BYTES, Scope.EXCLUSIVE);
                profile.add(profile.metric(bytes), context, node, 100 * seconds * seconds);
                for (String slot : SLOTS)
                    profile.add(
                            profile.metric(new Metric(slot, Unit.COUNT, Scope.POINT)),
                            context,
                            node,
                            0.25);
            }
        }
        profile.metadata(Metadata.NONE.with("compiler", compiler).with("ranks", ranks));
        return Scopes.with(profile.build(), TIME, Scope.INCLUSIVE);
    }

    private void write(String file, Profile profile) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Formats.all().exporterFor(path).orElseThrow().export(profile, path);
    }

    /// Files of examples are in the folder of this test.
    private String here(String code) {
        return FILE.matcher(code)
                .replaceAll(
                        found ->
                                Matcher.quoteReplacement(
                                        "\"" + folder.resolve(found.group(1)) + "\""));
    }

    private List<String> problems(JShell shell, String code) {
        List<String> problems = new ArrayList<>();
        for (SnippetEvent event : shell.eval(here(code))) {
            shell.diagnostics(event.snippet()).forEach(each -> problems.add(each.getMessage(null)));
            if (event.exception() != null) problems.add(event.exception().getMessage());
        }
        return problems;
    }

    private void open(JShell shell) {
        Kernel.importAll(shell);
        for (String code :
                List.of(
                        "import java.util.*;",
                        "var runs = Treeline.openAll(\"runs/*.tldb\");",
                        "var data = runs.data();",
                        "var time = data.metric(\"time\");",
                        "var own = data.metric(\"time:exclusive\");",
                        "var a = runs.where(\"compiler = 'gcc'\");",
                        "var b = runs.where(\"compiler = 'clang'\");",
                        "var run = Treeline.open(\"run.tldb\");",
                        "var before = Treeline.open(\"run.before.tldb\");",
                        "var profile = run.profile();",
                        "var tree = profile.tree();"))
            assertThat(problems(shell, code)).as(code).isEmpty();
    }

    @Test
    void everyCallInTheTablesRuns() throws IOException {
        for (String compiler : List.of("gcc", "clang"))
            for (int ranks = 4; ranks <= 64; ranks *= 2)
                write("runs/%s-%d-0.tldb".formatted(compiler, ranks), run(compiler, ranks, 1));
        write("run.tldb", run("gcc", 4, 4));
        write("run.before.tldb", run("clang", 4, 4));
        String guide = Files.readString(GUIDE);
        String tables = guide.substring(guide.indexOf(FIRST_TABLE));
        List<String> calls = CALL.matcher(tables).results().map(found -> found.group(1)).toList();
        assertThat(calls).hasSizeGreaterThan(70);
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            open(shell);
            for (String call : calls) assertThat(problems(shell, call)).as(call).isEmpty();
        }
    }
}
