package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// File names as bytes, which `bash` passes to a process of its own and lists afterwards.
@Timeout(Patience.TEST_SECONDS)
class FileNamesTest {
    private static final String NOT_UTF_8 = "not valid in UTF-8, the encoding of the locale";

    @TempDir Path folder;

    private record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void writeARun() throws IOException {
        Files.writeString(folder.resolve("run.csv"), "path,rank,time (inc) [s]\nmain,0,3.5\n\n");
    }

    /// Runs lines of `bash` in which `treeline` is the command line.
    private Ended bash(String encoding, String... lines) throws Exception {
        List<String> script = new ArrayList<>();
        script.add(
                "treeline() { \"$java\" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp \"$classes\""
                        + " treeline.app.Main \"$@\"; }");
        script.addAll(Arrays.asList(lines));
        Path err = folder.resolveSibling(folder.getFileName() + ".err");
        var builder =
                new ProcessBuilder("bash", "-c", String.join("\n", script))
                        .directory(folder.toFile())
                        .redirectError(err.toFile());
        var environment = builder.environment();
        environment.put("LC_ALL", encoding);
        environment.put("java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        environment.put("classes", System.getProperty("java.class.path"));
        Process process = builder.start();
        String out = process.inputReader(java.nio.charset.StandardCharsets.UTF_8).readAllAsString();
        int exitCode = process.waitFor();
        String said = Files.readString(err);
        Files.delete(err);
        return new Ended(exitCode, out, said);
    }

    /// Every name that was decoded to the same characters was the same file.
    @Test
    void anOutputWhoseNameIsNotValidIsRefusedBeforeAnythingIsWritten() throws Exception {
        for (String command :
                List.of(
                        "convert run.csv $'bad\\xff.tldb'",
                        "convert -f run.csv $'bad\\xff/run.tldb'",
                        "report run.csv --html $'bad\\xff.html'",
                        "demo $'bad\\xff'")) {
            Ended ended = bash("C.UTF-8", "treeline " + command, "code=$?; ls; exit $code");
            assertThat(ended.exitCode()).as(command).isEqualTo(2);
            assertThat(ended.err()).contains("the name 'bad\ufffd", "' is " + NOT_UTF_8 + "\n");
            assertThat(ended.out()).isEqualTo("run.csv\n");
        }
    }

    @Test
    void anInputWhoseNameIsNotValidIsRefused() throws Exception {
        Ended ended = bash("C.UTF-8", "cp run.csv $'in\\xff.csv'", "treeline tree $'in\\xff.csv'");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err())
                .startsWith("treeline: PATH: the name 'in\ufffd.csv' is " + NOT_UTF_8 + "\n");
    }

    @Test
    void aFolderWithSuchANameIsReadWithoutIt() throws Exception {
        Ended one = bash("C.UTF-8", "cp run.csv $'in\\xff.csv'", "treeline info .");
        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(one.out())
                .contains("a file is skipped: its name is " + NOT_UTF_8 + " (first: in\ufffd.csv)");
        Ended several = bash("C.UTF-8", "cp run.csv second.csv", "treeline info .");
        assertThat(several.exitCode()).as(several.err()).isZero();
        assertThat(several.out()).contains("run.csv", "second.csv");
        assertThat(several.err())
                .contains("skipped: ./in\ufffd.csv: the name is " + NOT_UTF_8 + "\n");
    }

    @Test
    void aFolderWithoutOtherFilesSaysWhyItIsNotRead() throws Exception {
        Ended ended = bash("C.UTF-8", "mv run.csv $'in\\xff.csv'", "treeline info .");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("found only files whose names are " + NOT_UTF_8 + "\n");
    }

    @Test
    void aFileThatIsSkippedIsNotIntact() throws Exception {
        Ended ended = bash("C.UTF-8", "cp run.csv $'in\\xff.csv'", "treeline verify .");
        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.out()).contains("in\ufffd.csv", "the name is " + NOT_UTF_8);
    }

    @Test
    void inALocaleWithoutUmlautsTheMessageSaysWhatToDo() throws Exception {
        Ended ended = bash("C", "treeline convert run.csv \u00fc.tldb", "code=$?; ls; exit $code");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err())
                .contains(
                        "is not valid in US-ASCII, the encoding of the locale; select UTF-8, for"
                                + " example with LC_ALL=C.UTF-8\n");
        assertThat(ended.out()).isEqualTo("run.csv\n");
    }
}
