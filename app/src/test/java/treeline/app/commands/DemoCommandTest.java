package treeline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.DrawnFormat;
import treeline.app.Session;
import treeline.app.demo.StencilRun;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DemoCommandTest extends CommandTest {
    @Test
    void theRunIsStoredReadBackAndShown() throws IOException {
        Path demo = folder.resolve("demo");
        String report = printed("demo", demo);
        assertThat(report)
                .startsWith(
                        """
                        Recorded: a stencil program, 64 ranks x 3 repetitions, 112,320 values
                        Stored and read back:
                          demo/stencil-database  4 files  32 B  0.000285 B/value  equal

                        time (inclusive), mean of 64 ranks x 3 repetitions

                        2.22 s   100.0 %  ██████████  ● main
                        """)
                .contains("● │  │  ├─ interior  COMP\n", "● hot path\n")
                .endsWith(
                        """
                        Try next:
                          treeline info demo/stencil-database                 what is in it
                          treeline tree demo/stencil-database --of max        slowest anywhere
                          treeline tree demo/stencil-database --rank 37       the slow rank
                          treeline tree demo/stencil-database --repetition 0  cold caches
                        """);
        try (ProfileSource stored =
                session.formats().open(demo.resolve("stencil-database").toString())) {
            assertThat(stored.load(Slice.everything())).isEqualTo(StencilRun.usual().record());
        }
    }

    @Test
    void itRunsAgainOverItsOwnFilesAndOverNoOthers() throws IOException {
        Path demo = folder.resolve("demo");
        printed("demo", demo);
        printed("demo", demo);
        Files.writeString(demo.resolve("notes.txt"), "precious");
        assertThat(refused("demo", demo))
                .isEqualTo(
                        """
                        treeline: demo holds other files
                          name another folder: treeline demo DIR
                        """);
    }

    @Test
    void withoutAWritableFormatItIsShownOnly() {
        Session reading =
                new Session(new Formats(List.of(new DrawnFormat()), List.of()), Session.PLAIN);
        assertThat(printed(reading, "demo", folder.resolve("demo")))
                .contains("Not stored: no format can be written\n")
                .contains("● hot path")
                .doesNotContain("Try next");
    }

    @Test
    void aFormatThatLosesSomethingFailsTheDemo() {
        ProfileExporter lossy =
                new ProfileExporter() {
                    @Override
                    public String name() {
                        return "drawn";
                    }

                    @Override
                    public String extension() {
                        return ".txt";
                    }

                    @Override
                    public void export(Profile profile, Path file) throws IOException {
                        Files.writeString(file, "path rank0\nmain 1\n");
                    }
                };
        Session forgetful =
                new Session(new Formats(List.of(new DrawnFormat()), List.of(lossy)), Session.PLAIN);
        Session.Answer answer = run(forgetful, "demo", folder.resolve("demo"));
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out())
                .contains("  demo/stencil.txt  1 file  18 B", "differs in call paths\n");
    }

    @Test
    void aFormatThatCannotBeReadIsTold() {
        Session writing =
                new Session(new Formats(List.of(), session.formats().writable()), Session.PLAIN);
        assertThat(printed(writing, "demo", folder.resolve("demo"))).contains("written only\n");
    }
}
