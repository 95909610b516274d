package treeline.app.commands.files;

import static treeline.view.ContextSummary.counted;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.demo.DemoStudy;
import treeline.app.demo.HeatProgram;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.question.answer.TreeText;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextTable;
import treeline.question.screen.TextTable.Align;
import treeline.question.screen.TextWidth;
import treeline.source.ProfileExporter;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.view.ContextSummary;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `treeline demo`: records a small parallel program, stores it in every lossless format, reads it
/// back and shows it; then writes the other files of the [DemoStudy].
///
/// @param invoked how the user calls the program, for the commands to try next
public record DemoCommand(Supplier<Formats> formats, HeatProgram program, String invoked) {
    private static final String DEFAULT_FOLDER = "treeline-demo";
    private static final String FORMS = "forms";
    private static final Operand FOLDER =
            Operand.maybe(
                    ParameterType.file("DIR"),
                    "folder to write (default: ./%s)".formatted(DEFAULT_FOLDER));

    /// A command to try next: words after the program with a folder to fill in, and its purpose.
    private record NextCommand(String words, String purpose) {}

    private static final List<NextCommand> NEXT =
            List.of(
                    new NextCommand("report %s/run.tldb", "summary of the run on one page"),
                    new NextCommand("imbalance %s/run.tldb", "the slow rank"),
                    new NextCommand("diff %1$s/before.tldb %1$s/after.tldb", "the slower function"),
                    new NextCommand(
                            "ensemble speedup '%s/scaling/*.tldb'", "the part that does not scale"),
                    new NextCommand(
                            "compare %1$s/builds/old %1$s/builds/slower",
                            "a regression, with significance tests"),
                    new NextCommand("hpcreport %s/trace.json", "the idle GPU"),
                    new NextCommand("report %s/service.jfr", "the contended lock of a service"),
                    new NextCommand("serve %s/run.tldb", "the dashboard in a browser"));

    public Command command() {
        return new Command(
                        "demo",
                        "write a small study to learn with: runs, a trace, a JFR recording",
                        List.of(FOLDER),
                        List.of(),
                        this::run)
                .example(
                        "treeline demo",
                        "writes the folder treeline-demo, in which every command of the"
                                + " documentation runs");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Path folder = Path.of(arguments.maybe(FOLDER).orElse(DEFAULT_FOLDER));
        requireOurs(folder);
        Path recording = folder.resolve(FORMS).resolve("run");
        Files.createDirectories(recording.getParent());
        program.record(recording);
        boolean good;
        try (Recording read =
                Recording.open(formats.get(), recording.toString(), Optional.empty(), console)) {
            Profile recorded = read.load(Slice.everything(), console);
            console.out().println(heading(recorded, console.screen()));
            good = store(read, recorded, stores(folder), console);
            console.out().println();
            showTree(recorded, console);
        }
        writeStudy(new DemoStudy(folder, formats.get().exporter("database")), console);
        advise(folder, console);
        return good ? ExitCode.SUCCESS : ExitCode.FAILED;
    }

    /// All lossless formats: the database next to the other files of the study, the others in a
    /// folder.
    private List<DemoStore> stores(Path folder) {
        return formats.get().writable().stream()
                .filter(ProfileExporter::readsBackTheSame)
                .map(each -> DemoStore.of(each, folder.resolve(FORMS)))
                .map(
                        each ->
                                each.path().endsWith(DemoStudy.RUN)
                                        ? new DemoStore(
                                                each.exporter(), folder.resolve(DemoStudy.RUN))
                                        : each)
                .toList();
    }

    /// The demo overwrites its own files only.
    private static void requireOurs(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        Set<String> ours = new HashSet<>(DemoStudy.names());
        ours.add(FORMS);
        try (Stream<Path> files = Files.list(folder)) {
            if (files.allMatch(each -> ours.contains(each.getFileName().toString()))) return;
        }
        throw new UsageException(
                folder + " contains other files", "name another folder: treeline demo DIR");
    }

    private static String heading(Profile recorded, Screen screen) {
        return screen.paint("Recorded: ", Colour.BOLD)
                + "a heat program, %s, %s"
                        .formatted(
                                ContextSummary.of(recorded.contexts()),
                                counted(recorded.values().values(), "value"));
    }

    /// @return whether every file is equal to the recording
    private boolean store(
            Recording recording, Profile recorded, List<DemoStore> stores, Console console)
            throws IOException {
        var table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT);
        int parts = recording.input().files().size();
        addRow(table, recording.input().root(), parts, recording.bytes(), recorded, "recorded");
        boolean good = true;
        for (DemoStore store : stores) {
            DemoStore.ReadBack back = store.write(formats.get(), recorded);
            good &= back.good();
            addRow(table, store.path(), 1, Files.size(store.path()), recorded, back.words());
        }
        console.out().println(console.screen().paint("Stored and read back:", Colour.BOLD));
        print(table, console);
        return good;
    }

    private static void addRow(
            TextTable table, Path path, int files, long bytes, Profile recorded, String words) {
        double each = (double) bytes / recorded.values().values();
        table.row(
                "  " + name(path),
                counted(files, "file"),
                Quantity.bytes(bytes),
                Quantity.decimal(each) + " B/value",
                words);
    }

    private static String name(Path path) {
        return TextWidth.printable(path.toString());
    }

    /// Lines are never truncated, because readers copy them.
    private static void print(TextTable table, Console console) {
        table.lines(Screen.UNLIMITED, "").forEach(console.out()::println);
    }

    private static void showTree(Profile recorded, Console console) {
        TreeRows rows =
                TreeRows.of(
                        recorded, recorded.metric("time"), Reduction.MEAN, TreeRows.Limits.NONE);
        new TreeText(
                        recorded,
                        rows,
                        "%s, %s"
                                .formatted(
                                        RunOptions.metricText(rows.metric()),
                                        rows.population().text(rows.over())),
                        console.screen(),
                        new Quantity(3, console.screen().unicode()))
                .printTo(console.out());
    }

    private static void writeStudy(DemoStudy study, Console console) throws IOException {
        study.writeSimulated();
        study.recordService();
        console.out().println();
        console.out()
                .println(
                        console.screen()
                                .paint(
                                        "Files in %s:".formatted(name(study.folder())),
                                        Colour.BOLD));
        var table = new TextTable(Align.LEFT, Align.LEFT);
        for (DemoStudy.Entry entry : DemoStudy.entries())
            table.row("  " + entry.name(), entry.description());
        table.row("  " + FORMS + "/", "the recorded run in other formats");
        print(table, console);
    }

    private void advise(Path folder, Console console) {
        console.out().println();
        console.out().println(console.screen().paint("Try next:", Colour.BOLD));
        var table = new TextTable(Align.LEFT, Align.LEFT);
        for (NextCommand next : NEXT)
            table.row(
                    "  %s %s".formatted(invoked, next.words.formatted(name(folder))), next.purpose);
        print(table, console);
    }
}
