package treeline.source.trace;

import treeline.source.files.FileChangedException;
import treeline.source.files.MalformedProfileException;

import java.io.UncheckedIOException;
import java.util.function.Supplier;

/// A trace line whose file may be truncated or overwritten while it is read.
///
/// @param name name of the input, for messages
public record CheckedLine(TraceLine line, String name) implements TraceLine {

    public static Traces of(Traces traces, String name) {
        return traces.withLines(
                traces.lines().stream()
                        .<TraceLine>map(each -> new CheckedLine(each, name))
                        .toList());
    }

    private <T> T read(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InternalError failed) {
            if (!FileChangedException.isMeantBy(failed)) throw failed;
            throw new UncheckedIOException(new FileChangedException(name, failed));
        }
    }

    @Override
    public int context() {
        return line.context();
    }

    @Override
    public int samples() {
        return line.samples();
    }

    @Override
    public long nanos(int sample) {
        return read(() -> line.nanos(sample));
    }

    @Override
    public long endNanos() {
        return line.endNanos();
    }

    @Override
    public int node(int sample) {
        return read(() -> line.node(sample));
    }

    @Override
    public int firstFrom(long nanos) {
        return read(() -> line.firstFrom(nanos));
    }

    @Override
    public int sampleAt(long nanos) {
        return read(() -> line.sampleAt(nanos));
    }

    @Override
    public void nodesAt(long[] times, int[] nodes) {
        read(
                () -> {
                    line.nodesAt(times, nodes);
                    return true;
                });
    }

    @Override
    public MalformedProfileException unordered(int sample, long last, long found) {
        return line.unordered(sample, last, found);
    }

    @Override
    public void between(long fromNanos, long toNanos, Visitor visitor) {
        read(
                () -> {
                    line.between(fromNanos, toNanos, visitor);
                    return true;
                });
    }
}
