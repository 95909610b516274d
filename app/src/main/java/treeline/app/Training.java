package treeline.app;

import treeline.app.cli.CommandLine;
import treeline.app.terminal.Console;
import treeline.dashboard.Dashboard;
import treeline.dashboard.OpenRuns;
import treeline.dashboard.ServerSettings;
import treeline.formats.Formats;
import treeline.question.screen.Screen;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the launcher runs once to make the ahead-of-time cache: every short command, on the demo's
/// run, so that their classes are in the cache and later starts load none of them.
public final class Training {
    private static final List<String> FIRST_QUESTIONS =
            List.of(
                    "",
                    "style.css",
                    "main.js",
                    "api/runs",
                    "api/tree?run=0",
                    "api/values?run=0&metric=time&over=mean",
                    "api/contexts?run=0",
                    "api/operations?run=0",
                    "api/imbalance?run=0&metric=time",
                    "api/findings?run=0&metric=time",
                    "api/ranks?run=0&metric=time&scope=inclusive&nodes=0",
                    "api/sparks?run=0&metric=time&scope=inclusive&nodes=0,1",
                    "api/executions?metric=time&scope=inclusive&run=0&nodes=0");

    private Training() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("treeline-training");
        try {
            run(folder);
        } finally {
            delete(folder);
        }
    }

    private static void run(Path folder) throws IOException {
        CommandLine commandLine = Main.commandLine(Formats::all);
        Console console = silent();
        Path demo = folder.resolve("demo");
        for (String line : List.of("--version", "help", "help tree", "formats", "demo " + demo))
            commandLine.run(List.of(line.split(" ")), console);
        if (!Files.isDirectory(demo)) return;
        try (Stream<Path> stored = Files.list(demo)) {
            for (Path path : stored.toList())
                for (String command :
                        List.of("info", "tree", "report", "imbalance", "no-such-command"))
                    commandLine.run(List.of(command, path.toString()), console);
        }
        look(demo);
    }

    /// What the first page of the dashboard asks for.
    private static void look(Path demo) throws IOException {
        var runs = new OpenRuns(Formats.all());
        try (Stream<Path> stored = Files.list(demo)) {
            stored.map(Path::toString)
                    .filter(path -> path.endsWith(".tldb"))
                    .forEach(path -> runs.open(path, Optional.empty()));
        }
        try (var server = Dashboard.serve(ServerSettings.withDefaults(), runs)) {
            for (String asked : FIRST_QUESTIONS)
                try (var answer = URI.create(server.url() + asked).toURL().openStream()) {
                    answer.transferTo(OutputStream.nullOutputStream());
                }
        }
    }

    private static Console silent() {
        OutputStream nowhere = OutputStream.nullOutputStream();
        return new Console(
                Console.stream(nowhere, 1 << 16),
                Console.stream(nowhere, 1 << 10),
                new Screen(true, 100, true, true),
                false);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
