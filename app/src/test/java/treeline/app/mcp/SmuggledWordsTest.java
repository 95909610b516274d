package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.question.list.Questions;
import treeline.question.parameter.Parameter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Texts of an assistant that try to be options or files stay texts.
class SmuggledWordsTest extends CommandTest {
    private static final ToolList TOOLS =
            new ToolList(new Questions(() -> Session.plain().formats()).all());

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
        return TOOLS.all().stream().filter(tool -> tool.question().isPresent());
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

    private static boolean takesText(ToolArgument argument) {
        return switch (argument.kind()) {
            case OPERAND, TEXT, TEXTS -> argument.choices().isEmpty();
            case RUN, RUNS, RUNS_PARAMETER, NUMBER, INTEGER, FLAG, LIMIT -> false;
        };
    }

    /// What a tool needs, and one text wherever it takes any.
    private static JsonValue.Fields given(Tool tool, String text) {
        Map<String, JsonValue> given = new LinkedHashMap<>();
        for (ToolArgument each : tool.arguments())
            switch (each.kind()) {
                case RUN -> given.put(each.name(), new JsonValue.Text("a.txt"));
                case RUNS, RUNS_PARAMETER ->
                        given.put(each.name(), JsonValue.texts(List.of("b.txt")));
                case OPERAND, TEXT, TEXTS, NUMBER, INTEGER, FLAG, LIMIT -> {
                    if (takesText(each) && each.words() == 1)
                        given.put(each.name(), new JsonValue.Text(text));
                }
            }
        return new JsonValue.Fields(given);
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
                tool.arguments().stream().map(ToolArgument::option).collect(Collectors.toSet());
        for (String text : TRICKS) {
            List<String> words = tool.words(given(tool, text), List.of("--json"), runs);
            int end = words.indexOf("--json");
            assertThat(words.get(end + 1)).isEqualTo("--");
            for (String word : words.subList(0, end))
                if (word.startsWith("-")) assertThat(options).contains(word.split("=", 2)[0]);
                else throw new AssertionError(word);
            for (String word : words.subList(end + 2, words.size()))
                if (!word.equals(text)) assertThat(paths).contains(word);
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void noToolHasAnOptionThatNamesAFileOrAMachine(Tool tool) {
        Map<String, Parameter<?>> parameters =
                tool.question().orElseThrow().parameters().stream()
                        .collect(Collectors.toMap(each -> "--" + each.name(), each -> each));
        for (ToolArgument argument : tool.arguments()) {
            Parameter<?> parameter = parameters.get(argument.option());
            boolean isRuns = argument.kind() == ToolArgument.Kind.RUNS_PARAMETER;
            if (parameter == null || parameter.value() == null || isRuns) continue;
            assertThat(parameter.value().file()).as(parameter.name()).isFalse();
            assertThat(parameter.name()).isNotIn("engine", "explain", "format");
        }
    }

    /// The parser would take a third word for an option.
    @Test
    void aValueOfTwoWordsHasExactlyTwo() throws Exception {
        ToolArgument between = TOOLS.named("tree").orElseThrow().argument("between").orElseThrow();
        assertThat(between.words(new JsonValue.Text("10s 12s")))
                .containsExactly("--between=10s", "12s");
        for (String text : List.of("", "10s", "10s 12s --engine=x"))
            assertThatThrownBy(() -> between.words(new JsonValue.Text(text)))
                    .isInstanceOf(ToolError.class)
                    .hasMessage("argument 'between': expected 2 words");
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
                for (ToolArgument argument : tool.arguments())
                    if (takesText(argument)) {
                        String text = trick.replace("%s", folder.toString());
                        Map<String, JsonValue> given = new LinkedHashMap<>(given(tool, "x").all());
                        given.keySet()
                                .removeIf(
                                        name ->
                                                takesText(tool.argument(name).orElseThrow())
                                                        && !tool.argument(name)
                                                                .orElseThrow()
                                                                .isRequired());
                        given.put(argument.name(), new JsonValue.Text(text));
                        String said =
                                assistant
                                        .call(tool.name(), new JsonValue.Fields(given).written())
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
