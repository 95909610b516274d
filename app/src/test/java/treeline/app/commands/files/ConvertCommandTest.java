package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;
import static treeline.view.ContextSummary.counted;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class ConvertCommandTest extends CommandTest {
    private static final String MEMORY = "treeline.memory";
    private static final String DRAWING =
            """
            path        tag   rank0  rank1  rank2
            main        -         1      2      3
            main/solve  COMP  1+2+3      4      -
            """;

    private final Session real = new Session(Formats.all(), Session.PLAIN);
    private Path in;

    @BeforeEach
    void draw() throws IOException {
        in = drawn("in.txt", DRAWING);
    }

    private Profile read(Path path) throws IOException {
        try (ProfileSource source = session.formats().open(path.toString())) {
            return source.load(Slice.everything());
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void devicesArePlacesForOutputAndTheMessageIsNotAmongTheData() throws IOException {
        Path run = folder.resolve("run.tldb");
        new DatabaseExporter().export(profileOf(DRAWING), run);
        Session.Answer answer = run(real, "convert", run, "/dev/null", "--to", "csv");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains("wrote /dev/null: csv for 7 values");
    }

    @Test
    void theFormatFollowsFromTheName() throws IOException {
        Path out = folder.resolve("out.mem");
        assertThat(printed("convert", in, out))
                .isEqualTo("wrote out.mem: database, 1 file, 8 B for 7 values\n");
        assertThat(ProfileDifference.between(profileOf(DRAWING), read(out))).isEmpty();
    }

    @Test
    void theStandardOutputGetsNothingButTheFile() throws IOException {
        Path out = folder.resolve("out.mem");
        printed("convert", in, out);
        assertThat(printed("convert", in, "-", "--to", "database")).hasSameSizeAs("8 bytes.");
    }

    @Test
    void theStandardOutputHasNoParts() {
        assertThat(refused("convert", in, "-", "--to", "database", "--parts", "2"))
                .isEqualTo(
                        """
                        treeline: standard output cannot be a directory of sub-files
                          name a directory, or omit --parts
                        """);
    }

    @Test
    void theFormatCanBeChosen() throws IOException {
        Path out = folder.resolve("out.any");
        assertThat(printed("convert", in, out, "--to", "database")).startsWith("wrote out.any");
        assertThat(read(out).contexts()).hasSize(3);
    }

    @Test
    void partsMakeADirectory() throws IOException {
        Path out = folder.resolve("out.mem");
        assertThat(printed("convert", in, out, "--parts", 2))
                .isEqualTo("wrote out.mem: database, 2 files, 16 B for 7 values\n");
        assertThat(names(out)).containsExactly("part-000.mem", "part-001.mem");
        assertThat(names(folder)).containsExactly("in.txt", "out.mem");
        assertThat(ProfileDifference.between(profileOf(DRAWING), read(out))).isEmpty();
    }

    @Test
    void whatIsThereIsReplacedOnlyByForce() throws IOException {
        Path out = Files.writeString(folder.resolve("out.mem"), "precious");
        assertThat(refused("convert", in, out))
                .isEqualTo("treeline: out.mem already exists\n  use --force to replace it\n");
        assertThat(Files.readString(out)).isEqualTo("precious");
        printed("convert", in, out, "--force");
        assertThat(read(out).contexts()).hasSize(3);
        printed("convert", in, out, "--force", "--parts", 3);
        assertThat(names(out)).hasSize(3);
        printed("convert", in, out, "-f", "--parts", 2);
        assertThat(names(out)).containsExactly("part-000.mem", "part-001.mem");
    }

    @Test
    void aDirectoryOfOtherThingsIsNeverReplaced() throws IOException {
        Path out = Files.createDirectory(folder.resolve("out.mem"));
        Files.writeString(out.resolve("thesis.tex"), "precious");
        assertThat(refused("convert", in, out, "--force", "--parts", 2))
                .isEqualTo(
                        """
                        treeline: out.mem contains other files than sub-files, so it is not replaced
                          remove it, or choose another name
                        """);
        assertThat(refused("convert", in, out, "--force"))
                .isEqualTo(
                        """
                        treeline: out.mem is a directory
                          name a file, or write sub-files with --parts
                        """);
        assertThat(names(out)).containsExactly("thesis.tex");
    }

    @Test
    void aFormatThatIsAFolderIsWrittenWholeAndReplacesNothing() throws IOException {
        Path run = folder.resolve("run.tldb");
        new DatabaseExporter().export(profileOf(DRAWING), run);
        Path out = folder.resolve("out.hpctoolkit");
        assertThat(run(real, "convert", run, out).out())
                .startsWith("wrote out.hpctoolkit: hpctoolkit, 4 files, ");
        assertThat(names(out)).containsExactly("cct.db", "meta.db", "metrics", "profile.db");
        assertThat(run(real, "convert", run, out, "--force").err())
                .isEqualTo(
                        """
                        treeline: out.hpctoolkit already exists
                          remove it, or choose another name
                        """);
        assertThat(run(real, "convert", run, "-", "--to", "hpctoolkit").err())
                .isEqualTo(
                        """
                        treeline: hpctoolkit writes a folder
                          name a folder to write, without --parts
                        """);
    }

    @Test
    void aNameOfNoFormatIsToldWithWhatCanBeWritten() {
        assertThat(refused("convert", in, folder.resolve("out.xyz")))
                .isEqualTo(
                        """
                        treeline: 'out.xyz': unknown output format; expected one of database (.mem)
                          rename it, or choose a format with --to
                        """);
        assertThat(refused("convert", in, folder.resolve("out.mem"), "--to", "nope"))
                .startsWith(
                        "treeline: format 'nope' cannot be written; available: database (.mem)\n");
    }

    @Test
    void aFolderThatIsNotThereIsTold() {
        assertThat(refused("convert", in, folder.resolve("no/out.mem")))
                .contains(": no such directory: ");
        assertThat(refused("convert", folder.resolve("i.txt"), folder.resolve("out.mem")))
                .startsWith("treeline: i.txt: no such file; did you mean 'in.txt'?\n");
    }

    @Test
    void whatCouldNotBeReadIsWarnedOf() throws IOException {
        Path torn = drawn("torn.txt", "path rank0\nmain 1\nlost a block\n");
        assertThat(run(session, "convert", torn, folder.resolve("out.mem")).err())
                .isEqualTo("warning: values are missing: a block (first: line 3)\n");
    }

    @Test
    void whatWasNotReadAsItStandsStaysWithTheConvertedRun() throws IOException {
        Path torn = drawn("torn.txt", "path rank0\nmain 1\nlost a block\nnote odd line\n");
        Path out = folder.resolve("out.mem");
        assertThat(run(session, "convert", torn, out).err())
                .isEqualTo(
                        """
                        warning: values are missing: a block (first: line 3)
                        note: odd line
                        """);
        assertThat(printed("info", out))
                .contains("run        converted.lost   a block (first: line 3)\n")
                .contains("           converted.notes  odd line\n");
    }

    @Test
    void whatDoesNotFitIntoMemoryIsWrittenGroupByGroup() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            Profile run = RandomContexts.of(seed);
            Path source = folder.resolve("source.tldb");
            new DatabaseExporter().export(run, source);
            Path atOnce = folder.resolve("at-once.tldb");
            Path inParts = folder.resolve("in-parts.tldb");
            assertThat(run(real, "convert", source, atOnce, "--force").exitCode()).isZero();
            System.setProperty(MEMORY, "100");
            var answer = run(real, "convert", source, inParts, "--force");
            System.clearProperty(MEMORY);
            assertThat(answer.exitCode()).isZero();
            assertThat(answer.out())
                    .contains(" for %s".formatted(counted(run.values().values(), "value")));
            if (run.values().values() > 2)
                assertThat(answer.err()).startsWith("note: the run is read in parts: up to ");
            assertThat(ProfileDifference.between(readReal(atOnce), readReal(inParts)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void aFormWithoutAPlaceForRanksGetsTheMeansOverThem() throws IOException {
        Path source = tallied(profileOf(DRAWING));
        Path out = folder.resolve("run.literal.json");
        var answer = run(real, "convert", source, out);
        assertThat(answer.err())
                .contains(
                        "note: hatchet-literal stores one value per node, so it contains means over"
                                + " ranks of 3 contexts\n")
                .contains("note: hatchet-literal omits iterations: only sums are stored\n")
                .contains("note: hatchet-literal omits node labels (tag)\n");
        assertThat(Files.readString(out))
                .contains("\"name\":\"main\"},\"metrics\":{\"time\":2.0,\"time (inc)\":5.33")
                .contains("\"name\":\"solve\"},\"metrics\":{\"time\":3.33");
    }

    @Test
    void everyFormThatIsWrittenTakesARunOfSeveralRanks() throws IOException {
        Path source = tallied(RandomContexts.of(3));
        for (ProfileExporter exporter : real.formats().writable()) {
            Path out = folder.resolve("all" + exporter.extension());
            assertThat(run(real, "convert", source, out).exitCode()).as(exporter.name()).isZero();
            assertThat(
                            run(
                                            real,
                                            "convert",
                                            source,
                                            folder.resolve(exporter.name()),
                                            "--to",
                                            exporter.name())
                                    .exitCode())
                    .isZero();
        }
    }

    private Path tallied(Profile profile) throws IOException {
        Path source = folder.resolve("source.tldb");
        new DatabaseExporter().export(profile, source);
        return source;
    }

    private Profile readReal(Path path) throws IOException {
        try (ProfileSource source = real.formats().open(path.toString())) {
            return source.load(Slice.everything());
        }
    }

    /// What a file holds, whether or not the profile has iterations: as many as are read back, and
    /// as many rows as a table has.
    @Test
    void theNumberOfValuesIsThatOfTheFile() throws IOException {
        Path database = folder.resolve("run.tldb");
        new DatabaseExporter().export(profileOf(DRAWING), database);
        for (ProfileExporter exporter : real.formats().writable()) {
            if (exporter.writesFolder() || exporter.name().equals("dot")) continue;
            Path out = folder.resolve("out" + exporter.extension());
            Session.Answer answer =
                    run(
                            real.on(wide.screen()),
                            "convert",
                            database,
                            out,
                            "--to",
                            exporter.name(),
                            "--force");
            assertThat(answer.exitCode()).as(answer.err()).isZero();
            long expected =
                    switch (exporter.name()) {
                        case "parquet", "arrow" -> 5; // cells of the drawing
                        case "chrome-trace", "speedscope" -> 5; // read back with counts
                        default -> valuesIn(out);
                    };
            assertThat(answer.out()).endsWith(" for %s\n".formatted(counted(expected, "value")));
        }
    }

    private long valuesIn(Path file) throws IOException {
        try (ProfileSource source = real.formats().open(file.toString())) {
            return source.load(Slice.everything()).values().values();
        }
    }

    /// Names that other tools give to collapsed stacks and to profiles of pprof.
    @Test
    void extensionsOfOtherToolsAreKnown() throws IOException {
        Path database = folder.resolve("run.tldb");
        new DatabaseExporter().export(profileOf(DRAWING), database);
        assertThat(run(real, "convert", database, folder.resolve("run.folded")).out())
                .startsWith("wrote run.folded: collapsed, ");
        assertThat(Files.readString(folder.resolve("run.folded"))).contains("main;solve ");
        assertThat(run(real, "convert", database, folder.resolve("run.pprof")).out())
                .startsWith("wrote run.pprof: pprof, ");
    }

    @Test
    void picturesAndPagesAreWrittenByOtherCommands() {
        for (String name : List.of("run.svg", "run.png", "run.html")) {
            Session.Answer answer = run(real.on(wide.screen()), "convert", in, name);
            assertThat(answer.exitCode()).isEqualTo(2);
            assertThat(answer.err())
                    .isEqualTo(
                            """
                            treeline: '%s': profiles cannot be written as images or HTML
                              'treeline plot' draws figures (SVG, PNG, HTML); 'treeline report PATH --html FILE' writes the dashboard as one HTML file
                            """
                                    .formatted(name));
        }
    }
}
