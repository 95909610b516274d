package treeline.question.answer;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Calls of readers from callbacks that declare no [IOException].
final class Unchecked {
    private Unchecked() {}

    @FunctionalInterface
    interface Read<T> {
        T get() throws IOException;
    }

    @FunctionalInterface
    interface Task {
        void run() throws IOException;
    }

    static <T> T get(Read<T> read) {
        try {
            return read.get();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static void run(Task task) {
        try {
            task.run();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
