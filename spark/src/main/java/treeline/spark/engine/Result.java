package treeline.spark.engine;

import org.jspecify.annotations.Nullable;

import treeline.aggregate.Engine;

import java.io.IOException;
import java.io.Serializable;

/// What a task found, or why it failed. A failure of our own is a result for Spark: it would fail
/// again wherever it is tried, and the user wants to read its message instead of four traces.
///
/// @param index the place of the task among all
record Result<R extends Serializable>(int index, @Nullable R value, @Nullable Exception failure)
        implements Serializable {

    static <R extends Serializable> Result<R> of(int index, Engine.Task<R> task) {
        try {
            return new Result<>(index, task.run(), null);
        } catch (IOException | RuntimeException failed) {
            return new Result<>(index, null, failed);
        }
    }

    R get() throws IOException {
        if (failure instanceof IOException unreadable) throw unreadable;
        if (failure instanceof RuntimeException mistake) throw mistake;
        if (value == null) throw new IllegalStateException("a task without a result");
        return value;
    }
}
