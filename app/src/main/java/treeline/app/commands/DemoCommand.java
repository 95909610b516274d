package treeline.app.commands;

import static treeline.app.commands.ContextSummary.counted;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Parameter;
import treeline.app.cli.UsageException;
import treeline.app.cli.Value;
import treeline.app.demo.StencilRun;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.app.terminal.Quantity;
import treeline.app.terminal.Screen;
import treeline.app.terminal.TextTable;
import treeline.app.terminal.TextTable.Align;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.view.Reduction;
import treeline.view.TreeRows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `treeline demo`: a recorded run to try everything on, stored, read back and shown.
///
/// @param invoked how the user calls the program, for the commands to try next
record DemoCommand(Supplier<Formats> formats, String invoked) {
    private static final String USUAL_FOLDER = "treeline-demo";
    private static final Parameter FOLDER =
            Parameter.maybe(
                    Value.file("DIR"), "where to write (default: ./%s)".formatted(USUAL_FOLDER));

    Command command() {
        return new Command(
                "demo",
                "record, store and show a small parallel run",
                List.of(FOLDER),
                List.of(),
                List.of(),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Path folder = Path.of(arguments.maybe(FOLDER).orElse(USUAL_FOLDER));
        List<DemoStore> stores = stores(folder);
        requireOurs(folder, stores);
        Profile recorded = StencilRun.usual().record();
        console.out().println(heading(recorded, console.screen()));
        boolean good = store(recorded, stores, console);
        console.out().println();
        showTree(recorded, console);
        console.out().println();
        advise(stores, console);
        return good ? ExitCode.SUCCESS : ExitCode.FAILED;
    }

    private List<DemoStore> stores(Path folder) {
        List<DemoStore> stores = new ArrayList<>();
        for (ProfileExporter exporter : formats.get().writable())
            stores.add(DemoStore.of(exporter, folder));
        return stores;
    }

    /// The demo writes over what it wrote before, and over nothing else.
    private static void requireOurs(Path folder, List<DemoStore> stores) throws IOException {
        if (!Files.exists(folder)) return;
        List<Path> ours = stores.stream().map(DemoStore::path).toList();
        try (Stream<Path> files = Files.list(folder)) {
            if (files.allMatch(ours::contains)) return;
        }
        throw new UsageException(
                folder + " holds other files", "name another folder: treeline demo DIR");
    }

    private static String heading(Profile recorded, Screen screen) {
        return screen.paint("Recorded: ", Colour.BOLD)
                + "a stencil program, %s, %s"
                        .formatted(
                                ContextSummary.of(recorded.contexts()),
                                counted(recorded.values().values(), "value"));
    }

    /// @return whether everything came back as it was recorded
    private boolean store(Profile recorded, List<DemoStore> stores, Console console)
            throws IOException {
        var table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT);
        boolean good = true;
        try (Progress progress = Progress.of(console, "storing the run")) {
            for (DemoStore store : stores) {
                DemoStore.Written written = store.write(recorded, progress);
                DemoStore.ReadBack readBack = store.readBack(formats.get(), recorded);
                good &= readBack.good();
                addRow(table, store, written, recorded, readBack);
            }
        }
        console.out()
                .println(
                        stores.isEmpty()
                                ? "Not stored: no format can be written"
                                : console.screen().paint("Stored and read back:", Colour.BOLD));
        print(table, console);
        return good;
    }

    private static void addRow(
            TextTable table,
            DemoStore store,
            DemoStore.Written written,
            Profile recorded,
            DemoStore.ReadBack readBack) {
        double each = (double) written.bytes() / recorded.values().values();
        table.row(
                "  " + store.path(),
                counted(written.files(), "file"),
                Quantity.bytes(written.bytes()),
                Quantity.decimal(each) + " B/value",
                readBack.words());
    }

    /// Never cut: these lines are to be read to the end and copied.
    private static void print(TextTable table, Console console) {
        table.lines(Screen.UNLIMITED, "").forEach(console.out()::println);
    }

    private static void showTree(Profile recorded, Console console) {
        TreeRows rows =
                TreeRows.of(recorded, StencilRun.TIME, Reduction.MEAN, TreeRows.Limits.NONE);
        new TreeText(recorded, rows, console.screen(), new Quantity(3, console.screen().unicode()))
                .printTo(console.out());
    }

    private void advise(List<DemoStore> stores, Console console) {
        if (stores.isEmpty()) return;
        String path = stores.getFirst().path().toString();
        console.out().println(console.screen().paint("Try next:", Colour.BOLD));
        var table = new TextTable(Align.LEFT, Align.LEFT);
        table.row("  %s info %s".formatted(invoked, path), "what is in it");
        table.row("  %s tree %s --of max".formatted(invoked, path), "slowest anywhere");
        table.row(
                "  %s tree %s --rank %d".formatted(invoked, path, StencilRun.SLOW_RANK),
                "the slow rank");
        table.row("  %s tree %s --repetition 0".formatted(invoked, path), "cold caches");
        print(table, console);
    }
}
