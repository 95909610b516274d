package treeline.app.commands.builds;

import treeline.app.cli.Command;
import treeline.formats.Formats;

import java.util.List;
import java.util.function.Supplier;

/// `treeline archive`: a folder of many runs, for continuous introspection.
public final class ArchiveCommand {
    private final Supplier<Formats> formats;

    public ArchiveCommand(Supplier<Formats> formats) {
        this.formats = formats;
    }

    public Command command() {
        return Command.group(
                "archive",
                "store the runs of many builds and find out when nodes changed",
                List.of(
                        new Command.Example(
                                "treeline archive trend main/step --archive perf",
                                "when a node changed")),
                List.of(
                        new ArchiveAdd(formats).command(),
                        ArchiveList.command(),
                        ArchiveQuery.command(),
                        ArchiveTrend.command()));
    }
}
