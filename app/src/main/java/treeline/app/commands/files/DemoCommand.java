package treeline.app.commands.files;

import static treeline.view.ContextSummary.counted;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
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
import treeline.source.ProfileExporter;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.view.ContextSummary;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `treeline demo`: records a small parallel program, stores it in every form, reads it back and
/// shows it.
///
/// @param invoked how the user calls the program, for the commands to try next
public record DemoCommand(Supplier<Formats> formats, HeatProgram program, String invoked) {
    private static final String DEFAULT_FOLDER = "treeline-demo";
    private static final Operand FOLDER =
            Operand.maybe(
                    ParameterType.file("DIR"),
                    "where to write (default: ./%s)".formatted(DEFAULT_FOLDER));

    public Command command() {
        return new Command(
                "demo",
                "record, store and show a small parallel run",
                List.of(FOLDER),
                List.of(),
                List.of(),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Path folder = Path.of(arguments.maybe(FOLDER).orElse(DEFAULT_FOLDER));
        Path recording = folder.resolve("heat");
        List<DemoStore> stores =
                formats.get().writable().stream()
                        .filter(ProfileExporter::readsBackTheSame)
                        .map(each -> DemoStore.of(each, folder))
                        .toList();
        requireOurs(folder, recording, stores);
        Files.createDirectories(folder);
        program.record(recording);
        Profile recorded;
        try (Recording read =
                Recording.open(formats.get(), recording.toString(), Optional.empty(), console)) {
            recorded = read.load(Slice.everything(), console);
            console.out().println(heading(recorded, console.screen()));
            boolean good = store(read, recorded, stores, console);
            console.out().println();
            showTree(recorded, console);
            console.out().println();
            advise(recording, console);
            return good ? ExitCode.SUCCESS : ExitCode.FAILED;
        }
    }

    /// The demo writes over what it wrote before, and over nothing else.
    private static void requireOurs(Path folder, Path recording, List<DemoStore> stores)
            throws IOException {
        if (!Files.exists(folder)) return;
        List<Path> ours = new ArrayList<>(stores.stream().map(DemoStore::path).toList());
        ours.add(recording);
        try (Stream<Path> files = Files.list(folder)) {
            if (files.allMatch(ours::contains)) return;
        }
        throw new UsageException(
                folder + " holds other files", "name another folder: treeline demo DIR");
    }

    private static String heading(Profile recorded, Screen screen) {
        return screen.paint("Recorded: ", Colour.BOLD)
                + "a program that spreads heat, %s, %s"
                        .formatted(
                                ContextSummary.of(recorded.contexts()),
                                counted(recorded.values().values(), "value"));
    }

    /// @return whether everything came back as it was recorded
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
                "  " + path,
                counted(files, "file"),
                Quantity.bytes(bytes),
                Quantity.decimal(each) + " B/value",
                words);
    }

    /// Never cut: these lines are to be read to the end and copied.
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

    private void advise(Path recording, Console console) {
        console.out().println(console.screen().paint("Try next:", Colour.BOLD));
        var table = new TextTable(Align.LEFT, Align.LEFT);
        table.row("  %s info %s".formatted(invoked, recording), "what is in it");
        table.row("  %s tree %s --of max".formatted(invoked, recording), "slowest anywhere");
        table.row(
                "  %s tree %s --rank %d".formatted(invoked, recording, HeatProgram.SLOW_RANK),
                "the slow rank");
        table.row("  %s tree %s --repetition 0".formatted(invoked, recording), "code not yet warm");
        print(table, console);
    }
}
