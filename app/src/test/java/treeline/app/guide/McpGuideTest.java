package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The calls and settings of the guide for assistants work.
class McpGuideTest {
    private static final Pattern CALL = Pattern.compile("([a-z_]+) (\\{.*\\})");
    private static final Pattern ARGS = Pattern.compile("\"args\": \\[(.*)\\]");

    private static GuideFolder folder;
    private static GuidePage page;

    @BeforeAll
    static void record() throws IOException {
        folder = GuideFolder.shared();
        page =
                GuidePage.all().stream()
                        .filter(each -> each.name().endsWith("/assistants.md"))
                        .findFirst()
                        .orElseThrow();
    }

    @TestFactory
    Stream<DynamicTest> everyQuestionOfTheConversationIsAnswered() {
        List<String> calls =
                page.blocks().stream()
                        .flatMap(block -> block.lines().stream())
                        .filter(CALL.asMatchPredicate())
                        .toList();
        assertThat(calls).hasSizeGreaterThan(7);
        return calls.stream()
                .map(call -> DynamicTest.dynamicTest(call, () -> assertAnswered(call)));
    }

    private static void assertAnswered(String call) {
        String request =
                CALL.matcher(call)
                        .replaceFirst(
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$1\",\"arguments\":$2}}");
        Session.Answer answer =
                new GuideAssistant(folder)
                        .answer(List.of("mcp", "run.tldb", "before.tldb", "after.tldb"), request);
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out().lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("\"isError\":false")
                .contains("\"schema\":\"treeline/")
                .doesNotContain("\"rows\":[]");
    }

    @Test
    void theSettingsStartTheServer() {
        List<String> settings =
                page.blocks().stream()
                        .filter(block -> block.language().equals("json"))
                        .map(GuidePage.Block::text)
                        .toList();
        assertThat(settings).hasSize(2);
        for (String each : settings) {
            assertThat(each).contains("\"command\": \"/path/to/treeline\"");
            List<String> words =
                    ARGS.matcher(each)
                            .results()
                            .flatMap(args -> Stream.of(args.group(1).split(", ")))
                            .map(word -> word.replace("\"", ""))
                            .map(word -> word.replace("/path/to", folder.path().toString()))
                            .toList();
            assertThat(words).hasSize(2).first().isEqualTo("mcp");
            assertThat(new GuideAssistant(folder).answer(words).out()).contains("\"serverInfo\"");
        }
    }

    /// Arguments are the options of the commands, which other guides describe; those of the
    /// protocol are in a table.
    @Test
    void theTablesNameEveryToolAndTheArgumentsThatCommandsLack() throws IOException {
        String tools =
                new GuideAssistant(folder)
                        .answer(
                                List.of("mcp", "run.tldb"),
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                        .out();
        String guide = Files.readString(Path.of("../docs/how-to/assistants.md"));
        assertThat(words(tools, "\"name\":\"(\\w+)\",\"description\""))
                .isNotEmpty()
                .filteredOn(tool -> !tool.startsWith("ensemble_"))
                .allSatisfy(tool -> assertThat(guide).contains("`%s`".formatted(tool)));
        assertThat(
                        words(
                                tools,
                                "\"(run|runs|before|after|baseline|candidate|limit|offset|width)\":"))
                .isNotEmpty()
                .allSatisfy(argument -> assertThat(guide).contains("`%s`".formatted(argument)));
    }

    private static List<String> words(String text, String regex) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(word -> !word.matches("treeline|items|inputSchema"))
                .distinct()
                .toList();
    }
}
