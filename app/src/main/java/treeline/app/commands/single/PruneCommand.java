package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.ProfileFile;
import treeline.app.terminal.Console;
import treeline.question.input.PruneOption;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.UsageException;
import treeline.question.run.PruneQuestion;

import java.io.IOException;

/// `treeline prune -o FILE`: writes the run with the nodes that remain, after the command of the
/// question has printed their number.
public record PruneCommand(RunOptions options) {
    /// The command of the question with the options of the file.
    public Command with(Command question) {
        return question.with(PrunedFile.OUTPUT, ProfileFile.FORCE)
                .example(
                        "treeline prune run.tldb --prune 1%,mpi -o pruned.tldb",
                        "the run with the small call tree, as a file")
                .withActions(
                        action ->
                                (arguments, console) ->
                                        arguments.has(PrunedFile.OUTPUT)
                                                ? write(action, arguments, console)
                                                : answer(action, arguments, console));
    }

    private static int answer(Command.Action action, Arguments arguments, Console console)
            throws IOException {
        if (arguments.has(ProfileFile.FORCE))
            throw new UsageException("--force requires --output", "name a file to write with -o");
        return action.run(arguments, console);
    }

    private int write(Command.Action action, Arguments arguments, Console console)
            throws IOException {
        if (arguments.has(PruneQuestion.TABLE) || arguments.all(PruneQuestion.PATHS).size() > 1)
            throw new UsageException(
                    "--output requires one run and --prune",
                    "write one run at a time, without --table");
        PrunedFile file = PrunedFile.of(options.formats(), arguments);
        action.run(arguments, console);
        String path = arguments.all(PruneQuestion.PATHS).getFirst();
        try (Recording recording = options.open(path, arguments, console)) {
            file.write(
                    recording,
                    arguments.value(PruneOption.PRUNE).orElseThrow(),
                    new PruneQuestion(options).pruned(arguments, console),
                    arguments,
                    console);
        }
        return ExitCode.SUCCESS;
    }
}
