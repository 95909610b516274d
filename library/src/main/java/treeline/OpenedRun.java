package treeline;

import treeline.aggregate.Aggregation;
import treeline.aggregate.Memory;
import treeline.aggregate.Work;
import treeline.formats.Opened;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Places;
import treeline.select.ContextSelector;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A run that is open, and what was read of it: all of it at once where that fits into memory, else
/// the metrics that are asked for, else nothing is kept and questions pass over it in parts.
///
/// What was lost in reading is logged once, so that nobody who looks at a number misses it.
final class OpenedRun implements Closeable {
    private static final System.Logger LOG = System.getLogger("treeline");
    private static final int KEPT = 4;

    private final String path;
    private final String format;
    private final ProfileSource source;
    private final Map<Read, Profile> loaded =
            new LinkedHashMap<>(KEPT, 1, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Read, Profile> eldest) {
                    return size() > KEPT;
                }
            };
    private final Set<ReadReport.Entry> reported = new HashSet<>();

    OpenedRun(String path, Opened opened) {
        this(path, opened.format().name(), opened.source());
    }

    OpenedRun(String path, String format, ProfileSource source) {
        this.path = path;
        this.format = format;
        this.source = source;
    }

    String path() {
        return path;
    }

    String format() {
        return format;
    }

    ProfileSource source() {
        return source;
    }

    Outline outline() {
        return source.outline();
    }

    ReadReport report() {
        return source.report();
    }

    /// What is read of a run.
    ///
    /// @param metrics their names; empty for all
    private record Read(ContextSelector contexts, Set<String> metrics) {}

    /// Contexts with metrics in all their scopes.
    ///
    /// @param metrics their names; empty for all
    Slice slice(ContextSelector contexts, Set<String> metrics) {
        Slice slice = Slice.summed().withContexts(contexts.of(outline()));
        return metrics.isEmpty()
                ? slice
                : slice.withMetrics(named(metrics)).whereMeasured(outline());
    }

    private Selection named(Set<String> names) {
        List<Metric> all = outline().metrics();
        return Selection.where(all.size(), i -> names.contains(all.get(i).name()));
    }

    /// Whether some metrics are loaded at once.
    boolean fits(ContextSelector contexts, Set<String> metrics) throws IOException {
        return Memory.fits(source.plan(slice(contexts, metrics)));
    }

    /// Contexts with some metrics, and with all others where there is room for them.
    synchronized Profile load(ContextSelector contexts, Set<String> metrics) throws IOException {
        boolean all =
                fits(contexts, Set.of())
                        && contexts(contexts, metrics) == contexts(contexts, Set.of());
        var read = new Read(contexts, all ? Set.of() : metrics);
        Profile known = loaded.get(read);
        if (known != null) return known;
        Slice slice = slice(contexts, read.metrics);
        if (!fits(contexts, read.metrics)) throw needsAll(slice);
        Profile profile = source.load(slice);
        loaded.put(read, profile);
        logLosses();
        return profile;
    }

    private int contexts(ContextSelector chosen, Set<String> metrics) {
        return slice(chosen, metrics).contexts().indexes(outline().contexts().size()).length;
    }

    private IllegalArgumentException needsAll(Slice slice) throws IOException {
        return new IllegalArgumentException(
                ("%s: this needs all values in memory, and up to %,d do not fit; choose fewer ranks"
                                + " by ranks(\"0-63\"), or give Java more memory by -Xmx")
                        .formatted(path, source.plan(slice).values()));
    }

    /// The answer of an aggregation, which passes over the run in parts.
    <P, S extends Serializable, R> R inParts(
            Aggregation<P, S, R> question, Slice slice, Places.By together) throws IOException {
        Work work = Work.of(source, slice, together, Memory.usualPart());
        R answer = Memory.engine().run(question, work, _ -> {});
        logLosses();
        return answer;
    }

    private synchronized void logLosses() {
        for (ReadReport.Entry entry : source.report().entries())
            if (entry.lossy() && reported.add(entry))
                LOG.log(System.Logger.Level.WARNING, "{0}: {1}", path, entry);
    }

    @Override
    public synchronized void close() throws IOException {
        loaded.clear();
        source.close();
    }
}
