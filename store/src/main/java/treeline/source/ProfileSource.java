package treeline.source;

import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.trace.Traces;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// An opened profile whose outline is known and whose values are read on demand. Files may be
/// larger than memory: only the requested slice is loaded. Thread-safe.
public interface ProfileSource extends Closeable {

    /// Everything except the values.
    Outline outline();

    /// Loads the values of a slice into memory. The whole call tree is kept, so node numbers are
    /// stable; contexts and metrics outside the slice are dropped.
    ///
    /// Throws `MalformedProfileException` if the data violates the format.
    Profile load(Slice slice) throws IOException;

    /// The cost of loading a slice. Reads indexes, but no values.
    default ReadPlan plan(Slice slice) throws IOException {
        return ReadPlan.unknown(outline(), slice);
    }

    /// Whether a metric may have stored iterations. False only if an index rules them out.
    ///
    /// @param metric one of the outline
    default boolean mayHaveIterations(Metric metric) throws IOException {
        return true;
    }

    /// Per-node sums over all contexts, if the file stores them; empty if values must be loaded.
    ///
    /// @param metric one of the outline
    default Optional<NodeSums> sums(Metric metric) throws IOException {
        return Optional.empty();
    }

    /// Number of bytes that [#sums] reads for a metric, [ReadPlan#UNKNOWN] if unknown.
    default long sumsBytes() {
        return ReadPlan.UNKNOWN;
    }

    /// The traces, empty if the run has none. Samples are read on demand.
    default Traces traces() {
        return Traces.NONE;
    }

    /// A way to reopen the source in another process; empty for pipes, profiles in memory and
    /// intervals of a trace.
    default Optional<Reopening> reopening() {
        return Optional.empty();
    }

    /// Whether an ensemble should treat each file as a run, because the files do not state that
    /// they are ranks of one run: they were joined as repetitions, or by the numbers in their
    /// names.
    default boolean isOfSeveralRuns() {
        return false;
    }

    /// Warnings so far about skipped, repaired or missing data; loading may add more.
    ReadReport report();

    @Override
    void close() throws IOException;
}
