package treeline.trace;

import treeline.cores.Ranges;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Parallel map over trace lines. Consecutive lines go to the same worker, and results keep the
/// order of the lines.
public final class ParallelTraceLines {
    private static final int PARTS_PER_CORE = 4;

    private ParallelTraceLines() {}

    public static <P, T> List<T> inParallel(List<P> all, Function<List<P>, T> work) {
        int parts =
                Math.min(all.size(), Runtime.getRuntime().availableProcessors() * PARTS_PER_CORE);
        List<List<P>> split = new ArrayList<>();
        for (int part = 0; part < parts; part++)
            split.add(
                    all.subList(
                            (int) ((long) all.size() * part / parts),
                            (int) ((long) all.size() * (part + 1) / parts)));
        return Ranges.map(parts, 1, (part, _) -> work.apply(split.get(part)));
    }
}
