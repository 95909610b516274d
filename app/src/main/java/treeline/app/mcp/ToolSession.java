package treeline.app.mcp;

import treeline.question.input.Session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// The session of one tool call: it collects warnings, and stops the evaluation at its next
/// progress step if the client has cancelled the request.
final class ToolSession implements Session {
    private static final String WARNING = "warning: ";

    private final BooleanSupplier isCancelled;
    private final List<String> lines = new ArrayList<>();

    ToolSession(BooleanSupplier isCancelled) {
        this.isCancelled = isCancelled;
    }

    @Override
    public Task task(String name, long total) {
        requireWanted();
        return new Task() {
            @Override
            public void advance(long steps) {
                requireWanted();
            }

            @Override
            public void close() {
                // progress is not shown
            }
        };
    }

    private void requireWanted() {
        if (isCancelled.getAsBoolean())
            throw new CancellationException("the client cancelled the request");
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
