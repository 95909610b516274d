package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.model.Profile;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.Patience;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/// Compiles a small program and runs it in a JVM of its own with the agent and all verification on.
final class AgentRun {
    private final Path folder;
    private final Path classes;
    private final Path jar;
    private final List<String> jvmOptions = new ArrayList<>();
    private String release = "25";
    private Path java = Path.of(System.getProperty("java.home"));

    /// How the program ended.
    record Ended(int code, String out, String err) {}

    AgentRun(Path folder) throws IOException {
        this.folder = folder;
        this.classes = Files.createDirectories(folder.resolve("classes"));
        this.jar = agentJar(folder.resolve("agent.jar"));
    }

    /// The manifest of the real jar, in one that points to the classes under test.
    private static Path agentJar(Path file) throws IOException {
        Manifest manifest;
        try (var in = Files.newInputStream(Path.of("src", "main", "agent", "MANIFEST.MF"))) {
            manifest = new Manifest(in);
        }
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Stream.of(RecordAgent.class, Profile.class)
                                .map(AgentRun::location)
                                .map(URI::toString)
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(file);
                var _ = new JarOutputStream(out, manifest)) {
            return file;
        }
    }

    private static URI location(Class<?> type) {
        try {
            return type.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    Path folder() {
        return folder;
    }

    Path classes() {
        return classes;
    }

    Path jar() {
        return jar;
    }

    Path output() {
        return folder.resolve("out");
    }

    /// Compiles for a Java version, from now on.
    AgentRun release(int version) {
        release = Integer.toString(version);
        return this;
    }

    /// Runs in another JVM, from now on.
    AgentRun java(Path home) {
        java = home;
        return this;
    }

    AgentRun jvm(String... options) {
        jvmOptions.addAll(List.of(options));
        return this;
    }

    AgentRun compiled(String name, String source) throws IOException {
        return compiledInto(classes, name, source);
    }

    AgentRun compiledInto(Path target, String name, String source) throws IOException {
        Path file = folder.resolve("source").resolve(name.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        int code =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-Xlint:-options",
                                "--release",
                                release,
                                "-cp",
                                classes + ":" + Path.of(location(RecordAgent.class)),
                                "-d",
                                target.toString(),
                                file.toString());
        assertThat(code).isZero();
        return this;
    }

    /// Runs with the agent, with a recording in [#output] that may be read.
    Ended run(String agentOptions, String... main) throws IOException {
        String comma = agentOptions.isEmpty() ? "" : ",";
        String all = agentOptions + comma + "replace=true,output=" + output();
        return runWith("-javaagent:" + jar + "=" + all, main);
    }

    Ended runWith(String agent, String... main) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java.resolve("bin/java").toString());
        command.addAll(List.of("-Xverify:all", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
        command.addAll(List.of("-cp", classes.toString()));
        command.addAll(jvmOptions);
        command.add(agent);
        command.addAll(Arrays.asList(main));
        return ended(command);
    }

    private Ended ended(List<String> command) throws IOException {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().put("TREELINE_RECORD_EXIT_LIMIT", "" + Patience.SECONDS);
        Process process = builder.start();
        try {
            if (!process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
            return new Ended(process.waitFor(), Files.readString(out), Files.readString(err));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /// Runs, expects the usual end, and draws what was recorded.
    String recorded(String agentOptions, String... main) throws IOException {
        Ended ended = run(agentOptions, main);
        assertThat(ended.code()).as(ended.err()).isZero();
        return drawn(output());
    }

    /// The call tree with the calls of each context, in order.
    static String drawn(Path recording) throws IOException {
        Profile profile = read(recording);
        StringBuilder lines = new StringBuilder();
        for (int node = 0; node < profile.tree().size(); node++) {
            lines.append("  ".repeat(profile.tree().depth(node))).append(profile.tree().name(node));
            for (int context = 0; context < profile.contexts().size(); context++) {
                var calls = profile.column("calls").byContext();
                boolean ran = calls.find(context, node) >= 0;
                lines.append(' ')
                        .append(
                                ran
                                        ? Long.toString(
                                                (long) profile.column("calls").at(context, node))
                                        : "-");
            }
            lines.append('\n');
        }
        return lines.toString();
    }

    static Profile read(Path recording) throws IOException {
        Input input = Input.of(recording.toString());
        ProfileFormat database = new DatabaseFormat();
        boolean isSnapshot = database.sniff(input) == Match.NO;
        try (ProfileSource source = (isSnapshot ? new SnapshotFormat() : database).open(input)) {
            return source.load(Slice.everything());
        }
    }
}
