package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;

import java.nio.file.Path;

/// A recording of a restarted simulation: commands print and take the iteration numbers of the
/// program, and calls without a stored iteration are part of the sums.
class RestartedRunTest extends CommandTest {
    private final Session real = new Session(Formats.all(), wide.screen());
    private long nanos;
    private Path out = Path.of("");

    @BeforeEach
    void record() {
        out = folder.resolve("out");
        RecorderOptions options =
                RecorderOptions.builder(out.toString()).clock(() -> nanos).build();
        try (Recorder _ = Recorder.start(options);
                Event _ = Recorder.event("main")) {
            for (int i = 0; i < 20; i++) step(1_000_000 + i, i == 7 ? 9_000 : 1_000);
            step(-1, 2_000);
        }
    }

    private void step(int iteration, long elapsed) {
        try (Event _ = Recorder.event("step", Loop.EACH, iteration)) {
            nanos += elapsed * 1_000_000;
        }
    }

    @Test
    void treeShowsTheWholeTimeAndIterationsByTheirNumbers() {
        assertThat(printed(real, "tree", out)).contains("30.0 s  100.0 %  ██████████  ● └─ step");
        assertThat(printed(real, "tree", out, "--iteration", "1000007"))
                .contains("9.00 s  100.0 %  ██████████  ● └─ step");
        assertThat(printed(real, "tree", out, "--iteration", "1000007-1000008"))
                .contains("10.0 s  100.0 %  ██████████  ● └─ step");
        assertThat(run(real, "tree", out, "--iteration", "0-19").err())
                .startsWith(
                        "treeline: no loop has these iterations; available: 1000000 to 1000019\n");
    }

    @Test
    void theSlowestIterationHasItsNumber() {
        assertThat(printed(real, "iterations", out))
                .contains("main/step: 20 iterations, mean 1.40 s, min 1.00 s, max 9.00 s")
                .containsPattern("1,000,007 +9.00 s");
        assertThat(printed(real, "longest-iterations", out)).contains("1,000,007");
    }

    @Test
    void otherFormatsKeepTheNumbersAndSayWhatTheyOmit() {
        for (String name : new String[] {"out.tltext", "out.csv"}) {
            Path file = folder.resolve(name);
            Session.Answer answer = run(real, "convert", out, file);
            assertThat(answer.out() + answer.err())
                    .contains("omits calls that were not recorded by iteration");
            assertThat(file.toFile().length()).as("bytes of " + name).isLessThan(10_000_000);
            assertThat(printed(real, "tree", file, "--iteration", "1000007")).contains("9.00 s");
        }
        Path database = folder.resolve("copy.tldb");
        run(real, "convert", out, database);
        assertThat(database.toFile().length()).isLessThan(4_000);
        assertThat(printed(real, "tree", database)).contains("30.0 s  100.0 %");
    }
}
