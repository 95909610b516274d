package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Jvm;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A client that we did not write, the Java SDK of the protocol, speaks with a process of its own.
@Timeout(Patience.TEST_SECONDS)
class McpClientTest {
    private static final Queue<String> LOG = new ConcurrentLinkedQueue<>();

    @TempDir static Path folder;

    private static McpSyncClient client;
    private static McpSchema.InitializeResult greeting;

    @BeforeAll
    static void start() throws IOException {
        for (String name : List.of("a.csv", "b.csv"))
            Files.writeString(
                    folder.resolve(name),
                    """
                    path,rank,time (inc) [s]
                    main,0,3.5
                    main,1,4.5
                    main/solve,0,2
                    main/solve,1,3
                    """);
        List<String> command = Jvm.withClasses();
        command.addAll(List.of("treeline.app.Main", "mcp", folder.resolve("*.csv").toString()));
        ServerParameters server =
                ServerParameters.builder(command.getFirst())
                        .args(command.subList(1, command.size()))
                        .build();
        var transport = new StdioClientTransport(server, McpJsonDefaults.getMapper());
        transport.setStdErrorHandler(LOG::add);
        client = McpClient.sync(transport).requestTimeout(Patience.DURATION).build();
        greeting = client.initialize();
    }

    @AfterAll
    static void end() {
        assertThat(client.closeGracefully()).isTrue();
        assertThat(LOG)
                .containsExactly(
                        "treeline mcp: 2 runs open, waiting for an assistant at the standard"
                                + " input");
    }

    private static McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(new McpSchema.CallToolRequest(tool, arguments));
    }

    private static String text(McpSchema.CallToolResult result) {
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }

    @Test
    void bothAgreeOnAVersionAndToolsAreOffered() {
        assertThat(greeting.protocolVersion()).isIn("2024-11-05", "2025-06-18", "2025-11-25");
        assertThat(greeting.serverInfo().name()).isEqualTo("treeline");
        assertThat(greeting.capabilities().tools()).isNotNull();
        assertThat(greeting.capabilities().resources()).isNull();
        assertThat(greeting.instructions()).isNotBlank();
    }

    @Test
    void toolsAreListed() {
        List<McpSchema.Tool> tools = client.listTools().tools();
        assertThat(tools).extracting(McpSchema.Tool::name).contains("runs", "tree", "diff");
        for (McpSchema.Tool tool : tools) {
            assertThat(tool.annotations().readOnlyHint()).isTrue();
            assertThat(tool.inputSchema().type()).isEqualTo("object");
            assertThat(tool.inputSchema().properties()).containsKey("limit");
        }
    }

    /// Schemas are JSON Schema to a validator that we did not write either.
    @Test
    void schemasTakeWhatToolsTake() {
        McpSchema.Tool tree =
                client.listTools().tools().stream()
                        .filter(tool -> tool.name().equals("tree"))
                        .findFirst()
                        .orElseThrow();
        Map<String, Object> schema =
                Map.of(
                        "type",
                        "object",
                        "properties",
                        tree.inputSchema().properties(),
                        "additionalProperties",
                        false);
        var validator = McpJsonDefaults.getSchemaValidator();
        assertThat(validator.validate(schema, Map.of("run", "a.csv", "depth", 2)).valid()).isTrue();
        assertThat(validator.validate(schema, Map.of("depth", "two")).valid()).isFalse();
        assertThat(validator.validate(schema, Map.of("of", "middle")).valid()).isFalse();
        assertThat(validator.validate(schema, Map.of("path", "/etc")).valid()).isFalse();
    }

    @Test
    void aToolAnswersWithDataAndTheSameAsText() throws IOException {
        McpSchema.CallToolResult result =
                call("flat", Map.of("run", "a.csv", "of", "max", "limit", 1));
        assertThat(result.isError()).isFalse();
        Map<?, ?> answer = (Map<?, ?>) result.structuredContent();
        assertThat(answer.get("unit")).isEqualTo("s");
        assertThat(answer.get("left_out")).isEqualTo(1);
        Map<?, ?> row = (Map<?, ?>) ((List<?>) answer.get("rows")).getFirst();
        assertThat(row.get("function")).isEqualTo("solve");
        assertThat(row.get("exclusive")).isEqualTo(3);
        assertThat(McpJsonDefaults.getMapper().readValue(text(result), Object.class))
                .isEqualTo(answer);
    }

    @Test
    void aQuestionThatCannotBeAnsweredSaysWhy() {
        McpSchema.CallToolResult result = call("tree", Map.of("run", "/etc/passwd"));
        assertThat(result.isError()).isTrue();
        assertThat(text(result)).isEqualTo("no run '/etc/passwd' is open; open runs: a.csv, b.csv");
    }

    @Test
    void anUnknownToolIsAnError() {
        assertThatThrownBy(() -> call("rm", Map.of()))
                .isInstanceOf(McpError.class)
                .hasMessageContaining("no tool 'rm'");
    }

    @Test
    void questionsAtOnceEachGetTheirAnswer() {
        List<CompletableFuture<String>> answers =
                List.of("a.csv", "b.csv", "a.csv", "b.csv").stream()
                        .map(
                                run ->
                                        CompletableFuture.supplyAsync(
                                                () -> text(call("tree", Map.of("run", run)))))
                        .toList();
        assertThat(answers.stream().map(CompletableFuture::join))
                .satisfiesExactly(
                        a -> assertThat(a).contains("\"path\":\"a.csv\""),
                        b -> assertThat(b).contains("\"path\":\"b.csv\""),
                        a -> assertThat(a).contains("\"path\":\"a.csv\""),
                        b -> assertThat(b).contains("\"path\":\"b.csv\""));
        assertThat(client.ping()).isNotNull();
    }
}
