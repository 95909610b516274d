package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;
import treeline.testkit.Jvm;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// What commands write where: atomically, beside other files and writers, on a full disk.
@Timeout(Patience.TEST_SECONDS)
class OutputFilesTest {
    private static final String PREVIOUS = "the previous version";

    @TempDir Path folder;

    private final Session session = new Session(Formats.all(), Session.PLAIN);
    private Path in;

    @BeforeEach
    void write() throws IOException {
        in = written("in.tldb", 1);
    }

    private Path written(String name, int seconds) throws IOException {
        Profile profile =
                Drawing.profileOf(
                        """
                        path        rank0  rank1
                        main            0      0
                        main/solve      %d      3
                        """
                                .formatted(seconds));
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profile, file);
        return file;
    }

    @Test
    void aFileNamedTmpAndALinkOfThatNameAreLeftAlone() throws IOException {
        Path own = Files.writeString(folder.resolve("run.tldb.tmp"), "mine");
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Path link = Files.createSymbolicLink(folder.resolve("run.csv.tmp"), victim);
        convert(folder.resolve("run.tldb"));
        convert(folder.resolve("run.csv"));
        assertThat(own).hasContent("mine");
        assertThat(victim).hasContent("precious");
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(Files.isSymbolicLink(folder.resolve("run.csv"))).isFalse();
    }

    /// Line ends are only those of lines, none of which starts with the second half of the name.
    @Test
    void aLineEndInAFileNameIsPrintedAsAnEscape() throws IOException {
        Path odd = Files.createDirectories(folder.resolve("line\nend"));
        String run = Files.copy(in, odd.resolve("in.tldb")).toString();
        List<List<String>> commands = new ArrayList<>();
        for (List<String> words : outputs(odd)) commands.add(words.subList(1, words.size()));
        String out = odd.resolve("new.tldb").toString();
        commands.add(List.of("prune", run, "--prune", "1%", "-o", out));
        commands.add(List.of("ensemble", "save", odd.resolve("runs.tldb").toString(), run));
        commands.add(List.of("archive", "add", run, "--archive", odd.resolve("runs").toString()));
        commands.add(List.of("native", odd.resolve("native").toString()));
        commands.add(List.of("verify", run));
        for (List<String> words : commands) {
            Session.Answer answer = session.run(words.toArray(String[]::new));
            assertThat(answer.exitCode()).as(words + answer.err()).isZero();
            assertThat((answer.out() + answer.err()).lines())
                    .as(words.toString())
                    .noneMatch(line -> line.startsWith("end/"));
        }
    }

    private void convert(Path out) {
        assertThat(session.run("convert", in.toString(), out.toString()).exitCode()).isZero();
    }

    /// However the two are scheduled, the file is that of one of them.
    @Test
    void twoCommandsThatWriteOneFileBothSucceedAndLeaveOneOfTheirFiles() throws Exception {
        Path other = written("other.tldb", 22);
        convert(folder.resolve("a.csv"));
        assertThat(session.run("convert", other.toString(), file("b.csv")).exitCode()).isZero();
        List<String> possible =
                List.of(
                        Files.readString(folder.resolve("a.csv")),
                        Files.readString(folder.resolve("b.csv")));
        Path out = folder.resolve("out.csv");
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 50; round++) {
                List<Future<Session.Answer>> both = new ArrayList<>();
                for (Path each : List.of(in, other))
                    both.add(
                            threads.submit(
                                    () ->
                                            session.run(
                                                    "convert",
                                                    each.toString(),
                                                    out.toString(),
                                                    "--force")));
                for (Future<Session.Answer> one : both)
                    assertThat(one.get().exitCode()).as(one.get().err()).isZero();
                assertThat(Files.readString(out)).isIn(possible);
            }
        }
        assertThat(hidden()).isEmpty();
    }

    /// A limit on the size of files refuses every byte as a full disk does.
    @Test
    void onAFullDiskEveryOutputIsAnErrorThatNamesItAndThePreviousVersionStays() throws Exception {
        Path sh = Path.of("/bin/sh");
        assumeTrue(Files.isExecutable(sh), "no /bin/sh on this system");
        List<Path> files = new ArrayList<>();
        for (List<String> words : outputs(folder)) {
            Path out = Path.of(words.getFirst());
            if (!isFolder(words)) files.add(Files.writeString(out, PREVIOUS));
        }
        Path parts = folder.resolve("parts");
        assertThat(
                        session.run(
                                        "convert",
                                        in.toString(),
                                        parts.toString(),
                                        "--to",
                                        "csv",
                                        "--parts",
                                        "1")
                                .exitCode())
                .isZero();
        String before = Files.readString(parts.resolve("part-000.csv"));
        List<String> command =
                new ArrayList<>(List.of(sh.toString(), "-c", "ulimit -f 0 && exec \"$@\"", "sh"));
        command.addAll(Jvm.withClasses("-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(FullDisk.class.getName(), folder.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        List<String> expected = outputs(folder).stream().map(OutputFilesTest::failure).toList();
        assertThat(printed.lines()).containsExactlyElementsOf(expected);
        for (Path file : files) assertThat(file).hasContent(PREVIOUS);
        assertThat(parts.resolve("part-000.csv")).hasContent(before);
        assertThat(hidden()).isEmpty();
    }

    private static String failure(List<String> words) {
        String out = words.getFirst();
        String file =
                out.endsWith("parts")
                        ? out + "/part-000.csv"
                        : out.endsWith(".hpctoolkit") ? out + "/meta.db" : out;
        return "1 treeline: %s: File too large".formatted(file);
    }

    /// Runs all commands that write a file; prints exit code and message of each.
    static final class FullDisk {
        private FullDisk() {}

        public static void main(String[] arguments) {
            var session = new Session(Formats.all(), Session.PLAIN);
            for (List<String> words : outputs(Path.of(arguments[0]))) {
                String[] command = words.subList(1, words.size()).toArray(String[]::new);
                Session.Answer answer = session.run(command);
                String message =
                        answer.err()
                                .lines()
                                .filter(line -> line.startsWith("treeline:"))
                                .findFirst()
                                .orElse(answer.out() + answer.err());
                System.out.println(answer.exitCode() + " " + message);
            }
        }
    }

    /// The output file and the command line of each writer.
    private static List<List<String>> outputs(Path folder) {
        String in = folder.resolve("in.tldb").toString();
        List<List<String>> all = new ArrayList<>();
        for (ProfileExporter exporter : Formats.all().writable()) {
            String out = folder.resolve("out-" + exporter.name() + exporter.extension()).toString();
            if (exporter.writesFolder())
                all.add(List.of(out, "convert", in, out, "--to", exporter.name()));
            else all.add(List.of(out, "convert", in, out, "--to", exporter.name(), "--force"));
        }
        String parts = folder.resolve("parts").toString();
        all.add(List.of(parts, "convert", in, parts, "--to", "csv", "--parts", "1", "--force"));
        for (String form : List.of("svg", "png", "html", "json")) {
            String out = folder.resolve("plot." + form).toString();
            all.add(List.of(out, "plot", "ranks", in, "-o", out));
        }
        String page = folder.resolve("page.html").toString();
        all.add(List.of(page, "report", in, "--html", page));
        String junit = folder.resolve("junit.xml").toString();
        all.add(List.of(junit, "compare", in, in, "--junit", junit));
        return all;
    }

    private static boolean isFolder(List<String> words) {
        return words.getFirst().endsWith("parts") || words.getFirst().endsWith(".hpctoolkit");
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private List<String> hidden() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("."))
                    .toList();
        }
    }
}
