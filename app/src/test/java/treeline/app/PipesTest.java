package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Jvm;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Between other programs, as a shell runs it: a process of its own reads its standard input.
@Timeout(Patience.TEST_SECONDS)
class PipesTest {
    private static final String PROFILE =
            "path,rank,time (inc) [s]\nmain,0,3.5\nmain/solve,0,2\n\n";

    @TempDir Path folder;

    private record Ended(int exitCode, String out, String err) {}

    private Ended run(String input, String... words) throws Exception {
        Path in = Files.writeString(folder.resolve("in"), input);
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        List<String> command = Jvm.withClasses("-Djava.io.tmpdir=" + temporary);
        command.add("treeline.app.Main");
        command.addAll(List.of(words));
        Process process =
                new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
        try (var to = process.getOutputStream()) {
            Files.copy(in, to);
        }
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        int exitCode = process.waitFor();
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(file -> !file.getFileName().toString().startsWith("hsperf")))
                    .isEmpty();
        }
        return new Ended(exitCode, out, Files.readString(folder.resolve("err")));
    }

    @Test
    void aProfileComesFromTheStandardInputAndGoesToTheStandardOutput() throws Exception {
        Ended ended = run(PROFILE, "convert", "-", "-", "--to", "csv");
        assertThat(ended).isEqualTo(new Ended(0, PROFILE, ""));
    }

    @Test
    void anEmptyStandardInputIsAnError() throws Exception {
        Ended ended = run("", "tree", "-");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err())
                .startsWith(
                        "treeline: the standard input: expected a profile that is piped into it,"
                                + " found nothing\n");
    }

    @Test
    void theShellAnswersLineByLine() throws Exception {
        Path profile = Files.writeString(folder.resolve("run.csv"), PROFILE);
        String lines =
                """
                run.hotPath().table().head(1)
                int nodes = run.tree().table().rows()
                nodes + 1
                """;
        Ended ended = run(lines, "shell", profile.toString());
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("path  value  share  ofParent\nmain    3.5      1         1\n")
                .contains("\n\n3\n")
                .doesNotContain("jshell>", "treeline>");
        assertRefused("run.metric(\"tine\").tree()\n", profile, "did you mean 'time'?");
        assertRefused("run.tre()\n1 + 1\n", profile, "symbol: method tre()");
        assertRefused("run.flat(\n", profile, "incomplete statement: run.flat(");
        Ended missing = run(lines, "shell", folder.resolve("rum.csv").toString());
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("did you mean 'run.csv'?");
    }

    private void assertRefused(String lines, Path profile, String why) throws Exception {
        Ended ended = run(lines, "shell", profile.toString());
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(why);
    }
}
