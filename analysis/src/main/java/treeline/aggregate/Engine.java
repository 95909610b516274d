package treeline.aggregate;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;

/// Runs aggregations over the parts of sources. All engines return the same results, up to the
/// rounding of [Aggregation#merge]. `EngineContract` tests what every engine must guarantee.
public interface Engine {

    /// The answer of an aggregation over all parts.
    ///
    /// @param progress is called with each part that was added
    /// @throws java.nio.channels.ClosedByInterruptException if the calling thread is interrupted:
    ///   nothing goes on behind its back then
    <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, PartitionedSource work, Progress progress)
            throws IOException;

    /// The same without anybody looking on.
    default <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, PartitionedSource work) throws IOException {
        return run(aggregation, work, _ -> {});
    }

    /// Does tasks that do not depend on each other, and hands over their results in the order of
    /// the tasks, on the calling thread.
    <R extends Serializable> void map(List<? extends Task<R>> tasks, Consumer<R> next)
            throws IOException;

    /// A serialisable unit of work.
    @FunctionalInterface
    interface Task<R extends Serializable> extends Serializable {
        R run() throws IOException;
    }

    /// Callback that is invoked after each part.
    @FunctionalInterface
    interface Progress {
        /// A part was added.
        ///
        /// @param values how many values were in the part, at most
        void added(long values);
    }
}
