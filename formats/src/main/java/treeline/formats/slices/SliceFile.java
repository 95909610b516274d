package treeline.formats.slices;

import org.jspecify.annotations.Nullable;

import treeline.formats.reading.TracedSource;
import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.files.FileChangedException;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/// A file of slices as a profile and traces. It is read again if the slices of a thread are not in
/// order, and for its traces, so memory grows with what is requested and not with the file.
///
/// @param kinds all kinds that the reader produces, at most 128
public record SliceFile(
        Path path, List<? extends SliceKind> kinds, SliceClock clock, Reader reader) {

    /// Reads the file.
    @FunctionalInterface
    public interface Reader {
        /// Gives all slices of the file, in its order, which may be asked for several times.
        SliceFacts read(Path file, SliceProfile into) throws IOException;
    }

    /// Reads the profile.
    public ProfileSource open() throws IOException {
        return open(new BitSet(), null);
    }

    /// Whether a thread comes in order is known for all threads once the file was read.
    private ProfileSource open(BitSet unordered, @Nullable Flows flows) throws IOException {
        var slices = new SliceProfile(kinds, clock, unordered, flows, Double.NaN);
        SliceFacts facts = reader.read(path, slices);
        BitSet lost = slices.lost();
        Flows found = slices.newFlows(facts.threads());
        if (!lost.isEmpty() || found != null) {
            lost.or(unordered);
            return open(lost, found == null ? flows : found);
        }
        slices.finish(facts.threads());
        Profile profile = slices.profile(facts);
        double origin = slices.origin();
        int nodes = slices.nodes();
        int threads = slices.threads();
        return new TracedSource(
                new LoadedSource(profile, slices.log().report()),
                () -> traces(unordered, flows, origin, nodes, threads));
    }

    /// What the same file says of time, in the nodes and contexts of the profile.
    private Traces traces(
            BitSet unordered, @Nullable Flows flows, double origin, int nodes, int threads)
            throws IOException {
        var slices = new SliceProfile(kinds, clock, unordered, flows, origin);
        SliceFacts facts = reader.read(path, slices);
        slices.finish(facts.threads());
        boolean isSame = slices.nodes() == nodes && slices.threads() == threads;
        if (!isSame || !slices.lost().isEmpty()) throw new FileChangedException(path.toString());
        return slices.traces(facts);
    }
}
