package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.Session;
import treeline.app.cli.Command;
import treeline.app.commands.CommandTest;
import treeline.question.parameter.Parameter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Texts of an assistant that try to be options or files stay texts.
class SmuggledWordsTest extends CommandTest {
    private static final Tools TOOLS =
            new Tools(Assistant.commandLine(Session.plain().formats()).commands());

    private static final List<String> TRICKS =
            List.of(
                    "--html=%s/written",
                    "--junit=%s/written",
                    "--markdown=%s/written",
                    "x --json --markdown %s/written",
                    "x\n--markdown=%s/written",
                    "-",
                    "--",
                    "-m",
                    "--help",
                    "--version",
                    "%s/secret.txt",
                    "@%s/secret.txt",
                    "archive:main",
                    "=",
                    "");

    static Stream<Tool> tools() {
        return TOOLS.all().stream().filter(tool -> !tool.command().isEmpty());
    }

    private OpenedRuns opened() throws IOException {
        return OpenedRuns.of(
                Session.plain().formats(),
                Optional.empty(),
                List.of(
                        drawn("a.txt", "path rank0\nmain 1\n").toString(),
                        drawn("b.txt", "path rank0\nmain 1\n").toString()),
                _ -> {});
    }

    private static boolean takesText(Argument argument) {
        return switch (argument.kind()) {
            case POSITIONAL, TEXT -> argument.choices().isEmpty();
            case RUN, RUNS, OPTION_OF_RUNS, QUESTION, NUMBER, WHOLE, FLAG, SHOWN -> false;
        };
    }

    /// What a tool needs, and one text wherever it takes any.
    private static Json.Fields given(Tool tool, String text) {
        Map<String, Json> given = new LinkedHashMap<>();
        for (Argument each : tool.arguments())
            switch (each.kind()) {
                case RUN -> given.put(each.name(), new Json.Text("a.txt"));
                case RUNS, OPTION_OF_RUNS -> given.put(each.name(), Json.texts(List.of("b.txt")));
                case QUESTION -> given.put(each.name(), new Json.Text(each.choices().getFirst()));
                case POSITIONAL, TEXT, NUMBER, WHOLE, FLAG, SHOWN -> {
                    if (takesText(each)) given.put(each.name(), new Json.Text(text));
                }
            }
        return new Json.Fields(given);
    }

    /// Every word is the command, an option that the tool has with its value in the same word, or
    /// stands behind `--`, where it is an open run or the query.
    @ParameterizedTest
    @MethodSource("tools")
    void aTextIsPartOfItsOwnWordOnly(Tool tool) throws Exception {
        OpenedRuns runs = opened();
        Set<String> paths =
                runs.all().stream().map(OpenedRuns.Opened::word).collect(Collectors.toSet());
        Set<String> options =
                tool.arguments().stream().map(Argument::option).collect(Collectors.toSet());
        for (String text : TRICKS) {
            List<String> words = tool.words(given(tool, text), List.of("--json"), runs);
            int end = words.indexOf("--json");
            assertThat(words.get(end + 1)).isEqualTo("--");
            for (String word : words.subList(0, end))
                if (word.startsWith("-")) assertThat(options).contains(word.split("=", 2)[0]);
                else assertThat(tool.command().getFirst() + " info").contains(word);
            for (String word : words.subList(end + 2, words.size()))
                if (!word.equals(text)) assertThat(paths).contains(word);
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void noToolHasAnOptionThatNamesAFile(Tool tool) {
        List<Command> commands = new ArrayList<>();
        for (Command each : Assistant.commandLine(Session.plain().formats()).commands()) {
            commands.add(each);
            commands.addAll(each.members());
        }
        for (Argument argument : tool.arguments())
            for (Command command : commands)
                if (command.name().split(" ")[0].equals(tool.command().getFirst()))
                    for (Parameter<?> option : command.options()) {
                        boolean meant = argument.option().equals("--" + option.name());
                        boolean runs = argument.kind() == Argument.Kind.OPTION_OF_RUNS;
                        if (meant && !runs && option.value() != null)
                            assertThat(option.value().file()).as(option.name()).isFalse();
                    }
    }

    @Test
    void nothingIsWrittenAndNothingElseIsRead() throws IOException {
        drawn("secret.txt", "path rank0\nsecret_function 7\n");
        Path runs = Files.createDirectory(folder.resolve("runs"));
        Path a = Files.writeString(runs.resolve("a.txt"), "path rank0 rank1\nmain 1 2\n");
        Path b = Files.writeString(runs.resolve("b.txt"), "path rank0 rank1\nmain 2 2\n");
        Assistant assistant = Assistant.of(a, b);
        for (Tool tool : tools().toList())
            for (String trick : TRICKS)
                for (Argument argument : tool.arguments())
                    if (takesText(argument)) {
                        String text = trick.replace("%s", folder.toString());
                        Map<String, Json> given = new LinkedHashMap<>(given(tool, "x").all());
                        given.keySet()
                                .removeIf(
                                        name ->
                                                takesText(tool.argument(name).orElseThrow())
                                                        && !tool.argument(name)
                                                                .orElseThrow()
                                                                .isRequired());
                        given.put(argument.name(), new Json.Text(text));
                        String said =
                                assistant
                                        .call(tool.name(), new Json.Fields(given).written())
                                        .written();
                        assertThat(said).doesNotContain("secret_function", "usage: treeline");
                    }
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.map(each -> folder.relativize(each).toString()))
                    .containsExactlyInAnyOrder(
                            "", "secret.txt", "runs", "runs/a.txt", "runs/b.txt");
        }
    }
}
