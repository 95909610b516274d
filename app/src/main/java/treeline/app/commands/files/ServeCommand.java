package treeline.app.commands.files;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.dashboard.Dashboard;
import treeline.dashboard.DashboardServer;
import treeline.dashboard.Desktop;
import treeline.dashboard.ServerSettings;
import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.ensemble.ServedPaths;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.question.input.FileOptions;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/// `treeline serve`: serves the dashboard to a browser until Ctrl+C.
public final class ServeCommand {
    private static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"),
                    "a run, several runs, or a folder, quoted pattern or archive of many runs");
    private static final Parameter<Integer> PORT =
            Parameter.of(
                            "port",
                            ParameterType.whole("N", 0, 65_535),
                            "port to listen on (default: a free port)")
                    .letter('p');
    private static final Parameter<String> HOST =
            Parameter.of(
                    "host",
                    ParameterType.text("ADDRESS"),
                    "address to listen on; other machines need the token (default: 127.0.0.1, local"
                            + " only)");
    private static final Parameter<Boolean> TOKEN =
            Parameter.flag(
                    "token", "require a token, so that other users of this machine cannot connect");
    private static final Parameter<String> SOURCE =
            Parameter.of(
                            "source",
                            ParameterType.file("DIR"),
                            "directory of source files, which the page shows with the cost of each"
                                    + " line")
                    .severalTimes();
    private static final Parameter<Boolean> NO_BROWSER =
            Parameter.flag("no-browser", "print the address without opening a browser");

    static final Parameter<Integer> TIME_LIMIT =
            Parameter.of(
                    "time-limit",
                    ParameterType.whole("SECONDS", 1, 86_400),
                    "longest time that an answer is computed (default: 300)");

    private final Supplier<Formats> formats;
    private final Parameter<String> format;

    public ServeCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    public Command command() {
        return new Command(
                        "serve",
                        "open the dashboard in a browser",
                        List.of(PATHS),
                        List.of(
                                PORT,
                                HOST,
                                TOKEN,
                                NO_BROWSER,
                                SOURCE,
                                TIME_LIMIT,
                                RunOptions.WAITING,
                                format),
                        this::run)
                .example("treeline serve run.tldb", "opens a browser")
                .example("treeline serve 'runs/*.tldb'", "explore many runs on one page")
                .example(
                        "treeline serve before.tldb after.tldb --port 8000",
                        "compare two runs, on a fixed port for 'ssh -L'");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Formats readable = formats.get();
        ServedPaths paths = ServedPaths.of(readable, arguments.value(format), arguments.all(PATHS));
        var runs = new OpenRuns(readable, arguments.all(RunOptions.WAITING));
        OpenEnsemble ensemble = OpenEnsemble.of(runs);
        if (paths.isEnsemble()) {
            ensemble = OpenEnsemble.of(readable, arguments.value(format), paths);
            ensemble.load(console).warnings().forEach(console::warn);
        } else open(runs, paths, arguments, console);
        ServerSettings settings =
                ServerSettings.withDefaults()
                        .at(arguments.value(HOST, "127.0.0.1"), arguments.value(PORT, 0))
                        .asking(arguments.has(TOKEN))
                        .answeringWithin(Duration.ofSeconds(arguments.value(TIME_LIMIT, 300)));
        DashboardServer server = started(settings, runs, ensemble);
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server, stopped, console)));
        tell(server, console);
        if (!arguments.has(NO_BROWSER)) Desktop.open(server.url(), System.getenv());
        await(stopped);
        return ExitCode.SUCCESS;
    }

    private void open(OpenRuns runs, ServedPaths paths, Arguments arguments, Console console) {
        for (String directory : arguments.all(SOURCE)) runs.addSourceRoot(Path.of(directory));
        for (String path : paths.runs()) {
            String problem;
            try (Progress _ = Progress.of(console, "opening " + path)) {
                problem = runs.open(path, arguments.value(format));
            }
            if (!problem.isEmpty()) console.warn(problem);
        }
        if (runs.opened() == 0)
            throw new IllegalArgumentException("none of the runs could be opened");
    }

    private DashboardServer started(ServerSettings settings, OpenRuns runs, OpenEnsemble ensemble)
            throws IOException {
        try {
            return Dashboard.serve(settings, runs, ensemble);
        } catch (BindException taken) {
            runs.close();
            throw new IOException(
                    "cannot listen on %s port %d: %s"
                            .formatted(settings.host(), settings.port(), taken.getMessage()),
                    taken);
        }
    }

    private static void tell(DashboardServer server, Console console) {
        console.out().print("serving at " + server.url() + "\n"); // to be copied
        Desktop.tunnel(server.port(), System.getenv())
                .ifPresent(line -> console.out().print("from your own machine: " + line + "\n"));
        console.out().println("press Ctrl+C to stop");
        console.out().flush();
    }

    private static void close(DashboardServer server, CountDownLatch stopped, Console console) {
        try {
            server.close();
        } catch (IOException failed) {
            console.warn("clean-up is incomplete: " + failed.getMessage());
        }
        stopped.countDown();
    }

    private static void await(CountDownLatch stopped) {
        try {
            stopped.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
