package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `treeline ensemble save`: one file that every question takes.
class EnsembleSaveTest extends EnsembleRuns {
    private final Session real = new Session(Formats.all(), Session.PLAIN);

    private void runs(String... names) throws IOException {
        for (String name : names)
            Files.writeString(
                    folder.resolve(name + ".json"),
                    """
                    [{"frame": {"name": "main", "type": "function"}, "metrics": {"time": %d}}]
                    """
                            .formatted(name.length()));
    }

    @Test
    void everyQuestionTakesWhatWasSaved() throws IOException {
        runs("a-1cores", "bb-2cores");
        for (String ending : new String[] {".tldb", ".json"}) {
            Path all = folder.resolve("all" + ending);
            Session.Answer saved =
                    run(
                            real,
                            "ensemble",
                            "save",
                            all,
                            folder + "/*cores.json",
                            "--from-name",
                            "(?<ranks>\\d)cores",
                            "--set",
                            "machine=quartz");
            assertThat(saved.err()).isEmpty();
            assertThat(saved.out())
                    .startsWith("wrote all" + ending + ": 2 runs, 1 node, 1 metric, ");
            assertThat(run(real, "ensemble", "info", all).out())
                    .contains("ranks")
                    .contains("machine = quartz");
            String stats = "stats %s --statistic mean --csv --where ranks=2".formatted(all);
            assertThat(run(real, (Object[]) ("ensemble " + stats).split(" ")).out())
                    .contains("0,main,9.0\n");
            Files.delete(all);
        }
    }

    @Test
    void mistakesAreExplained() throws IOException {
        runs("a");
        assertThat(run(real, "ensemble", "save", folder + "/a.json", folder + "/a.json").err())
                .isEqualTo("treeline: a.json already exists\n  use --force to replace it\n");
        assertThat(run(real, "ensemble", "save", folder + "/all.txt", folder + "/a.json").err())
                .isEqualTo(
                        "treeline: 'all.txt' does not end in .tldb or .json\n"
                                + "  the file to write precedes the runs: treeline ensemble"
                                + " save OUT PATH...\n");
        assertThat(run(real, "ensemble", "save", folder + "/a.tldb").err())
                .isEqualTo("treeline: PATH is missing\n  see 'treeline ensemble save --help'\n");
    }
}
