package treeline.source;

import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.trace.Traces;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// An opened recording: what it holds is known, its values are not read yet. Files may be larger
/// than memory; only what a slice asks for is loaded. Sources may be loaded from several threads.
public interface ProfileSource extends Closeable {

    /// Everything but the values.
    Outline outline();

    /// Reads the values of a slice into memory. Laziness ends here. The whole call tree stays, so
    /// that node numbers stay; contexts and metrics that the slice leaves out are not in the
    /// result.
    ///
    /// Throws `MalformedProfileException` if the data violates the format.
    Profile load(Slice slice) throws IOException;

    /// What loading a slice takes. It costs a look at indexes, and no value is read.
    default ReadPlan plan(Slice slice) throws IOException {
        return ReadPlan.unknown(outline(), slice);
    }

    /// What each node has in all contexts together, where the file tells it without its values
    /// being read; empty where only loading tells.
    ///
    /// @param metric one of the outline
    default Optional<NodeSums> sums(Metric metric) throws IOException {
        return Optional.empty();
    }

    /// How many bytes [#sums] reads of its file for a metric, [ReadPlan#UNKNOWN] where it is not
    /// known.
    default long sumsBytes() {
        return ReadPlan.UNKNOWN;
    }

    /// What contexts did over time, empty where the run was not traced. Nothing is read before a
    /// line is asked for its samples.
    default Traces traces() {
        return Traces.NONE;
    }

    /// How another process opens the same source; empty where only this one has it: what came
    /// through a pipe, what is in memory, an interval of a trace.
    default Optional<Reopening> reopening() {
        return Optional.empty();
    }

    /// Whether its files are runs of their own for an ensemble: nothing in them says that they are
    /// ranks of one run, and they were put together as repetitions or by the numbers in their
    /// names.
    default boolean isOfSeveralRuns() {
        return false;
    }

    /// What was skipped, mended or missing, up to now: loading may add to it.
    ReadReport report();

    @Override
    void close() throws IOException;
}
