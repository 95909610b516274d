package treeline.app.guide;

import treeline.app.Session;
import treeline.testkit.Patience;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A `bash` in a folder, with a `treeline` on its path that asks a [CommandServer]. Comments,
/// continuation lines, pipes, redirections and variables work as for a reader. Its own files are
/// next to the folder.
///
/// @param client script that is called `treeline`
record SnippetShell(Path folder, Path client) {
    private static final String FAILURES = "TREELINE_FAILURES";

    /// A failed gate is an answer: `--fail-above` and `--fail-on-change` exit with 1, and so does
    /// `verify` for a damaged file. Failures are collected, because `bash` ignores those within a
    /// pipe.
    private static final String CLIENT =
            """
            #!/bin/bash
            input=''
            case " $* " in *' - '*|' shell '*|' mcp '*) input=$(mktemp -p "${0%/*}"); cat > "$input";; esac
            exec 9<>/dev/tcp/127.0.0.1/PORT
            printf '%d\\n%s\\0' $# "$input" >&9
            for word in "$@"; do printf '%s\\0' "$word" >&9; done
            IFS= read -r code <&9
            IFS= read -r length <&9
            if [ "$length" -gt 0 ]; then head -c "$length" <&9 >&2; fi
            case "$*" in *--fail-*) [ "$code" = 1 ] && code=0;; esac
            if [ "$code" != 0 ] && [ "$1 $code" != 'verify 1' ]; then echo "treeline $*" >> "$TREELINE_FAILURES"; fi
            cat <&9
            exit $code
            """;

    /// Starts the server, which ends with this process.
    static SnippetShell in(Path folder) throws IOException {
        Process server =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/java",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                GuideJava.classPath(),
                                CommandServer.class.getName())
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String port =
                new BufferedReader(
                                new InputStreamReader(
                                        server.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
        Path bin = Files.createTempDirectory(folder.getParent(), "bin");
        Path client = Files.writeString(bin.resolve("treeline"), CLIENT.replace("PORT", port));
        if (!client.toFile().setExecutable(true)) throw new IOException(client + " cannot run");
        return new SnippetShell(folder, client);
    }

    /// Runs a script; stops at the first command that fails.
    Session.Answer run(String script) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(folder.getParent(), "snippet");
        Path out = work.resolve("out");
        Path err = work.resolve("err");
        Path failures = work.resolve("failures");
        var builder =
                new ProcessBuilder("bash", "-ec", script.replace("./treeline ", "treeline "))
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment()
                .merge(
                        "PATH",
                        client.resolveSibling("").toString(),
                        (old, mine) -> mine + ":" + old);
        builder.environment().put(FAILURES, failures.toString());
        builder.environment().put("TREELINE", client.toString());
        builder.environment().put("PYTHONPATH", GuidePython.SAMPLES.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process shell = builder.start();
        shell.getOutputStream().close();
        if (!shell.waitFor(Patience.SECONDS, TimeUnit.SECONDS)) {
            shell.destroyForcibly();
            return new Session.Answer(-1, "", "takes more than " + Patience.SECONDS + " s");
        }
        if (Files.exists(failures))
            return new Session.Answer(
                    1, Files.readString(out), Files.readString(failures) + Files.readString(err));
        return new Session.Answer(shell.exitValue(), Files.readString(out), Files.readString(err));
    }
}
