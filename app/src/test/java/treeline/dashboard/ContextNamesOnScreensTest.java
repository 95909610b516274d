package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// A thread has one name, whatever screen shows it.
class ContextNamesOnScreensTest {
    @TempDir private Path folder;
    private final Session session = new Session(Formats.all(), Session.PLAIN);
    private Path file = Path.of("");

    /// A JVM without ranks: `main` waits for `worker`, of which there are two.
    @BeforeEach
    void record() throws IOException {
        file = folder.resolve("run.tldb");
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int run = builder.child(ProfileBuilder.ROOT, Frame.function("run"));
        String[] names = {"main", "worker", "worker"};
        double[] seconds = {1, 2, 9};
        for (int thread = 0; thread < names.length; thread++) {
            int context = builder.context(Context.ofThread(Context.NONE, thread));
            builder.contextLabel("thread name", context, names[thread]);
            builder.add(time, context, run, seconds[thread]);
        }
        new DatabaseExporter().export(builder.build(), file);
    }

    private String said(String... words) {
        Session.Answer answer = session.run(words);
        assertThat(answer.err()).isEmpty();
        return answer.out();
    }

    private String answer(String name, String query) throws IOException {
        try (var runs = new OpenRuns(session.formats())) {
            assertThat(runs.open(file.toString(), Optional.empty())).isEmpty();
            return new String(
                    new Answers(runs, "").of(name, query).bytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void commandsCallAThreadByItsName() {
        String path = file.toString();
        assertThat(said("table", "contexts", path, "--csv"))
                .contains("0,main,", "1,worker (thread 1),", "2,worker (thread 2),");
        assertThat(said("info", path)).contains("main, worker (thread 1), worker (thread 2)");
        assertThat(said("imbalance", path)).contains("worker (thread 2)").doesNotContain("rank");
        assertThat(said("imbalance", path, "--csv")).contains("worker (thread 2)");
        assertThat(said("imbalance", path, "--json")).contains("worker (thread 2)");
        assertThat(said("tree", path, "--contexts", "thread(main)")).contains("main");
        assertThat(said("tree", path)).contains("3 threads added up").doesNotContain("rank");
        assertThat(said("report", path)).contains("worker (thread 2)").doesNotContain("rank");
    }

    @Test
    void thePageCallsAThreadByItsName() throws IOException {
        String names = "[\"main\",\"worker (thread 1)\",\"worker (thread 2)\"]";
        assertThat(answer("contexts", "run=0").replaceAll("\\s*([\\[\\]:,])\\s*", "$1"))
                .contains("\"unit\":\"thread\"")
                .contains("\"names\":" + names)
                .contains("\"contextNames\":" + names)
                .contains("\"threadNames\":[\"main\",\"worker\",\"worker\"]");
        assertThat(answer("findings", "run=0&metric=time"))
                .contains("worker (thread 2) computes")
                .doesNotContain("rank");
    }
}
