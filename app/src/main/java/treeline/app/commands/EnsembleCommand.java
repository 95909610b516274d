package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.commands.ensemble.EnsembleSave;
import treeline.formats.Formats;
import treeline.question.list.Questions;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `treeline ensemble`: the group of the questions `ensemble NAME`, and `ensemble save`.
final class EnsembleCommand {
    private static final String NAME = "ensemble";

    private EnsembleCommand() {}

    static Command command(Questions questions, Supplier<Formats> formats) {
        return Command.group(
                NAME,
                "analyse many runs together: metadata, statistics, scaling, clusters, variability",
                List.of(
                        new Command.Example(
                                "treeline ensemble info 'runs/*.cali'", "how the runs differ"),
                        new Command.Example(
                                "treeline ensemble speedup 'runs/*.cali'",
                                "how well each node scales")),
                Stream.concat(
                                questions.all().stream()
                                        .filter(each -> each.name().startsWith(NAME + " "))
                                        .map(QuestionCommand::of),
                                Stream.of(EnsembleSave.command(formats)))
                        .toList());
    }
}
