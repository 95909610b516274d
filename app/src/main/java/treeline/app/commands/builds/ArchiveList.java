package treeline.app.commands.builds;

import treeline.app.cli.Command;
import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.question.input.RowLimit;
import treeline.question.parameter.Arguments;

import java.io.IOException;
import java.util.List;

/// `treeline archive list`: the runs of an archive, newest first.
final class ArchiveList {
    private ArchiveList() {}

    static Command command() {
        return new Command(
                "archive list",
                "show the runs of an archive, newest first",
                List.of(),
                List.of(
                        ArchiveOptions.ARCHIVE,
                        ArchiveOptions.BRANCH,
                        RowLimit.TOP,
                        OutputFormat.JSON,
                        OutputFormat.CSV),
                List.of(
                        new Command.Example(
                                "treeline archive list --archive perf --branch main",
                                "the runs of a branch")),
                ArchiveList::run);
    }

    private static int run(Arguments arguments, Console console) throws IOException {
        return ArchiveOptions.ask(
                arguments,
                console,
                index ->
                        RunRows.print(
                                "archive-list",
                                ArchiveOptions.chosen(index, arguments),
                                index.runs().size(),
                                arguments,
                                console));
    }
}
