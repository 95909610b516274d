package treeline.spark.engine;

import org.jspecify.annotations.Nullable;

import treeline.aggregate.Engine;

import java.io.IOException;
import java.io.Serializable;

/// The result or failure of a task. Our own failures are results for Spark, because retries would
/// fail again and the user needs the message and not four stack traces.
///
/// @param index the index of the task
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
