package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.commands.builds.ArchiveAdd;
import treeline.formats.Formats;
import treeline.question.list.Questions;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `treeline archive`: `archive add`, and the group of the questions `archive NAME`.
final class ArchiveCommand {
    private static final String NAME = "archive";

    private ArchiveCommand() {}

    static Command command(Questions questions, Supplier<Formats> formats) {
        return Command.group(
                NAME,
                "store the runs of many builds and find out when nodes changed",
                List.of(
                        new Command.Example(
                                "treeline archive trend main/step --archive perf",
                                "when a node changed")),
                Stream.concat(
                                Stream.of(new ArchiveAdd(formats).command()),
                                questions.all().stream()
                                        .filter(each -> each.name().startsWith(NAME + " "))
                                        .map(QuestionCommand::of))
                        .toList());
    }
}
