package treeline.app.mcp;

import treeline.formats.Formats;
import treeline.question.Question;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A server of the Model Context Protocol over standard input and output, one message per line, for
/// the assistant that started this process.
public final class McpServer {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final OpenedRuns runs;
    private final ToolList tools;
    private final ToolCalls calls;
    private final Supplier<String> version;
    private final Duration limit;

    private McpServer(
            OpenedRuns runs,
            ToolList tools,
            ToolCalls calls,
            Supplier<String> version,
            Duration limit) {
        this.runs = runs;
        this.tools = tools;
        this.calls = calls;
        this.version = version;
        this.limit = limit;
    }

    /// The same server with another time limit of an answer.
    public McpServer within(Duration other) {
        return new McpServer(runs, tools, calls, version, other);
    }

    /// A server for the runs of files, folders and patterns.
    ///
    /// @param questions each becomes a tool
    /// @param version of this program
    /// @param warnings receives a line for each run that is not opened
    public static McpServer of(
            List<Question> questions,
            Formats formats,
            Optional<String> format,
            List<String> paths,
            Supplier<String> version,
            Consumer<String> warnings)
            throws IOException {
        OpenedRuns runs = OpenedRuns.of(formats, format, paths, warnings);
        var tools = new ToolList(questions);
        return new McpServer(
                runs, tools, new ToolCalls(tools, runs, formats, format), version, LIMIT);
    }

    /// The number of open runs.
    public int runs() {
        return runs.all().size();
    }

    /// Serves one connection until its input ends and all its tool calls are answered.
    public void serve(InputStream in, PrintStream out) throws IOException {
        var messages = new MessageReader(in);
        try (var queue = new RequestQueue(limit)) {
            var protocol = new Protocol(tools, calls, version, queue);
            for (boolean open = true; open; ) {
                try {
                    Optional<String> line = messages.next();
                    open = line.isPresent();
                    line.ifPresent(each -> protocol.handle(each, reply -> send(reply, out)));
                } catch (ProtocolError bad) {
                    send(Protocol.failed(JsonValue.Nothing.NOTHING, bad), out);
                }
            }
        }
    }

    /// Replies of the reading thread and of the worker must not mix.
    private static void send(JsonValue reply, PrintStream out) {
        synchronized (out) {
            out.print(reply.written() + "\n");
            out.flush();
        }
    }
}
