package treeline.app;

import treeline.app.cli.CommandLine;
import treeline.app.demo.DemoStudy;
import treeline.app.demo.HeatProgram;
import treeline.app.terminal.Console;
import treeline.dashboard.Dashboard;
import treeline.dashboard.ServerSettings;
import treeline.dashboard.runs.OpenRuns;
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

/// The training run for the ahead-of-time cache: the launcher runs it once. It executes every short
/// command on the demo's run, so that later starts load their classes from the cache.
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
        for (String line : List.of("--version", "help", "help tree", "formats"))
            commandLine.run(List.of(line.split(" ")), console);
        Path recording = folder.resolve("run");
        HeatProgram.withDefaults().record(recording);
        Path run = folder.resolve(DemoStudy.RUN);
        for (String ending : List.of("tldb", "tltext", "csv"))
            commandLine.run(
                    List.of(
                            "convert",
                            recording.toString(),
                            folder.resolve("run." + ending).toString()),
                    console);
        // Without the service, which runs for two seconds.
        new DemoStudy(folder, Formats.all().exporter("database")).writeSimulated();
        for (String name : List.of("run", "run.tldb", "run.tltext", "run.csv", "trace.json"))
            for (String command : List.of("info", "tree", "report", "imbalance", "no-such-command"))
                commandLine.run(List.of(command, folder.resolve(name).toString()), console);
        look(run);
    }

    /// Sends the requests of the dashboard's first page.
    private static void look(Path run) throws IOException {
        var runs = new OpenRuns(Formats.all());
        runs.open(run.toString(), Optional.empty());
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
