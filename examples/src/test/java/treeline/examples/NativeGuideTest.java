package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Follows docs/guide/native.md to the letter: its programs, compiled and run by its commands.
@Timeout(300)
class NativeGuideTest {
    /// A program and the name of its file, which stands at the end of the text before it.
    private static final Pattern PROGRAM =
            Pattern.compile("`(\\w+\\.(?:c|cpp))`:\n```(?:c|cpp)\n(.*?)```", Pattern.DOTALL);

    private static final Pattern COMMANDS = Pattern.compile("```\n(.*?)```", Pattern.DOTALL);

    @TempDir Path folder;

    @Test
    void theProgramsOfTheGuideAreRecorded() throws Exception {
        for (String needed : List.of("make", "cc", "c++", "mpicc", "mpirun"))
            assumeTrue(NativeProgram.isOnPath(needed), "needs " + needed);
        String guide = Files.readString(Path.of("..", "docs", "guide", "native.md"));
        runs("mkdir native");
        for (String part : List.of("include", "src", "Makefile", "treeline.pc.in"))
            runs("cp -r '%s' native".formatted(NativeProgram.NATIVE.resolve(part)));
        Matcher program = PROGRAM.matcher(guide);
        while (program.find())
            Files.writeString(folder.resolve(program.group(1)), program.group(2));
        Matcher commands = COMMANDS.matcher(guide.replaceAll("(?s)```(c|cpp)\n.*?```", ""));
        while (commands.find()) runs(commands.group(1));
        assertThat(calls("out")).containsExactly("main 1", "main/sweep 50");
        assertThat(calls("sums")).containsExactly("main 1 -", "main/sum 1 1");
        assertThat(calls("rounds")).containsExactly("main 1 1 1 1", "main/barrier 10 10 10 10");
    }

    private void runs(String commands) throws Exception {
        var builder =
                new ProcessBuilder("sh", "-ec", commands)
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        builder.environment().put("OMPI_MCA_rmaps_base_oversubscribe", "1");
        Process process = builder.start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(commands + printed).isZero();
    }

    private List<String> calls(String name) throws Exception {
        Input input = Input.of(folder.resolve(name).toString());
        try (ProfileSource source = new SnapshotFormat().open(input)) {
            return NativeRecorderTest.calls(source.load(Slice.everything()));
        }
    }
}
