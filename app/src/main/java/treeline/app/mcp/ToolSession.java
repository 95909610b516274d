package treeline.app.mcp;

import treeline.cores.Interrupts;
import treeline.question.input.Session;

import java.util.ArrayList;
import java.util.List;

/// The session of one tool call: it collects warnings, and stops the evaluation at its next
/// progress step if the client has cancelled the request.
final class ToolSession implements Session {
    private static final String WARNING = "warning: ";

    private final List<String> lines = new ArrayList<>();

    @Override
    public Task task(String name, long total) {
        Interrupts.check();
        return new Task() {
            @Override
            public void advance(long steps) {
                Interrupts.check();
            }

            @Override
            public void close() {
                // progress is not shown
            }
        };
    }

    @Override
    public synchronized void say(String line) {
        lines.add(line);
    }

    synchronized List<String> warnings() {
        return lines.stream()
                .filter(line -> line.startsWith(WARNING))
                .map(line -> line.substring(WARNING.length()))
                .toList();
    }
}
