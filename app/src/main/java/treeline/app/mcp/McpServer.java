package treeline.app.mcp;

import treeline.app.cli.CommandLine;
import treeline.formats.Formats;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Answers an assistant that started this program and speaks with it over its standard input and
/// output: one message per line. Messages are answered one after the other, so that two questions
/// about large runs do not need the memory of both.
public final class McpServer {
    private final OpenedRuns runs;
    private final Protocol protocol;

    private McpServer(OpenedRuns runs, Protocol protocol) {
        this.runs = runs;
        this.protocol = protocol;
    }

    /// A server for the runs of files, folders and patterns.
    ///
    /// @param commandLine whose commands answer
    /// @param version what the server says of itself
    /// @param warnings takes a line for each run that was left out
    public static McpServer of(
            CommandLine commandLine,
            Formats formats,
            Optional<String> format,
            List<String> paths,
            Supplier<String> version,
            Consumer<String> warnings)
            throws IOException {
        OpenedRuns runs = OpenedRuns.of(formats, format, paths, warnings);
        var questions = new Questions(commandLine, runs, format);
        return new McpServer(
                runs, new Protocol(new Tools(commandLine.commands()), questions, version));
    }

    /// How many runs are open.
    public int runs() {
        return runs.all().size();
    }

    /// Answers until the input ends.
    public void serve(InputStream in, PrintStream out) throws IOException {
        var lines = new Lines(in);
        for (boolean open = true; open; ) {
            Optional<Json> answer;
            try {
                Optional<String> line = lines.next();
                open = line.isPresent();
                answer = line.flatMap(protocol::answer);
            } catch (BadMessage bad) {
                answer = Optional.of(Protocol.failed(Json.Nothing.NOTHING, bad));
            }
            answer.ifPresent(message -> out.print(message.written() + "\n"));
            out.flush();
        }
    }
}
