package treeline.formats.hpctoolkit;

import org.jspecify.annotations.Nullable;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.DatabaseFiles;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.General;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Kind;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Profiles;
import treeline.formats.hpctoolkit.metrics.StoredMetric;
import treeline.formats.hpctoolkit.metrics.Taxonomy;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.formats.hpctoolkit.values.ComputedColumn;
import treeline.formats.hpctoolkit.values.ContextIndex;
import treeline.formats.hpctoolkit.values.DatabaseColumn;
import treeline.formats.hpctoolkit.values.ProfileIndex;
import treeline.formats.hpctoolkit.values.StoredTrace;
import treeline.formats.hpctoolkit.values.SummarySums;
import treeline.formats.hpctoolkit.values.TraceIndex;
import treeline.formats.hpctoolkit.values.ValueColumn;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The mapped files of a database and its small tables: tree, metrics, and profile identities.
final class Database implements Closeable {
    private static final int WHOLE_PROGRAM = 0;

    /// hpcprof has no better text to write.
    private static final String NO_DESCRIPTION = "TODO";

    private final List<DatabaseFile> open = new ArrayList<>();
    private final ReadReport.Log log = new ReadReport.Log();
    private final DatabaseFile meta;
    private final ContextTree contexts;
    private final ProfileIndex profiles;
    private final @Nullable ContextIndex contextIndex;
    private final @Nullable TraceIndex traces;
    private final boolean summaryOnly;
    private final List<StoredMetric> metrics;
    private final List<DatabaseColumn> columns;
    private final Outline outline;
    private final Map<Integer, Long> allContextsCost = new ConcurrentHashMap<>();

    /// @param summary whether to read the summary over all threads instead of the threads
    static Database open(DatabaseFiles files, boolean summary) throws IOException {
        List<DatabaseFile> opened = new ArrayList<>();
        try {
            return new Database(files, summary, opened);
        } catch (IOException | RuntimeException failed) {
            opened.forEach(DatabaseFile::close);
            throw failed;
        }
    }

    private Database(DatabaseFiles files, boolean summary, List<DatabaseFile> opened)
            throws IOException {
        meta = required(files, Kind.META, opened);
        DatabaseFile profileFile = required(files, Kind.PROFILES, opened);
        metrics = StoredMetric.read(meta); // first: it recognises drafts
        contexts = ContextTree.read(meta);
        profiles = new ProfileIndex(profileFile, meta, log);
        contextIndex = contextIndex(files, opened);
        traces = traces(files, opened);
        open.addAll(opened);
        summaryOnly = summary || profiles.contexts().isEmpty();
        reportProfiles(summary);
        boolean elided = hasElidedContexts();
        Predicate<StoredMetric> hasValues = hasValues(metrics);
        List<ValueColumn> stored =
                summaryOnly
                        ? ValueColumn.ofSummary(metrics, elided, hasValues)
                        : ValueColumn.ofThreads(metrics, elided, hasValues);
        columns = new ArrayList<>(stored);
        Taxonomy taxonomy = Taxonomy.read(files.folder(), metrics, summaryOnly, log);
        columns.addAll(
                ComputedColumn.of(
                        taxonomy.metrics(), stored, idsOf(metrics.stream().filter(hasValues))));
        outline =
                new Outline(
                        contexts.tree(),
                        List.of(contexts.relation()),
                        summaryOnly ? List.of(Context.WHOLE) : profiles.contexts(),
                        summaryOnly ? List.of() : profiles.contextLabels(),
                        columns.stream().map(DatabaseColumn::metric).toList(),
                        metadata());
    }

    private DatabaseFile required(DatabaseFiles files, Kind kind, List<DatabaseFile> opened)
            throws IOException {
        DatabaseFile file = files.required(kind);
        opened.add(file);
        if (!file.isComplete())
            log.lost("hpcprof did not finish writing " + kind.usualName, file.path().toString());
        return file;
    }

    /// `cct.db` holds nothing that `profile.db` does not: without it all can be read, only slower.
    private @Nullable ContextIndex contextIndex(DatabaseFiles files, List<DatabaseFile> opened)
            throws IOException {
        try {
            DatabaseFile file = files.optional(Kind.CONTEXTS);
            if (file == null) {
                log.note("cct.db is missing; all values are read from profile.db", files.name());
                return null;
            }
            opened.add(file);
            if (file.isComplete()) return new ContextIndex(file);
            log.note(
                    "hpcprof did not finish writing cct.db; all values are read from profile.db",
                    file.path().toString());
        } catch (MalformedProfileException damaged) {
            log.note(
                    "cct.db cannot be read; all values are read from profile.db",
                    String.valueOf(damaged.getMessage()));
        }
        return null;
    }

    private @Nullable TraceIndex traces(DatabaseFiles files, List<DatabaseFile> opened)
            throws IOException {
        try {
            DatabaseFile file = files.optional(Kind.TRACES);
            if (file == null) return null;
            opened.add(file);
            if (!file.isComplete())
                log.lost("hpcprof did not finish writing trace.db", file.path().toString());
            return new TraceIndex(file, profiles.count(), log);
        } catch (MalformedProfileException damaged) {
            log.lost("trace.db cannot be read", String.valueOf(damaged.getMessage()));
            return null;
        }
    }

    private void reportProfiles(boolean summaryWanted) {
        if (summaryOnly && profiles.summary() == ProfileIndex.NO_SUMMARY)
            throw profiles.file()
                    .malformed(
                            profiles.file().section(HpctoolkitLayout.PROFILE_INFOS, 0),
                            summaryWanted ? "a summary profile" : "at least one profile",
                            "none");
        if (summaryOnly && !summaryWanted)
            log.note(
                    "no thread has a profile; the summary over all threads is read",
                    profiles.file().path().toString());
        for (int i = 0; i < profiles.contexts().size() && !summaryOnly; i++)
            if (profiles.valueCount(profiles.profileOf(i)) == 0)
                log.note(
                        "a profile has no values, such as those of helper threads and GPU streams",
                        profiles.contexts().get(i).toString());
    }

    /// Whether contexts that are not in the tree have values. Where that cannot be told it is
    /// assumed, which is right in either case but reads more.
    private boolean hasElidedContexts() {
        int summary = profiles.summary();
        if (summary == ProfileIndex.NO_SUMMARY || profiles.isDamaged(summary)) return true;
        long index = profiles.index(summary);
        int elided = 0;
        for (int i = 0; i < profiles.contextCount(summary); i++) {
            long context = profiles.file().u32(index + (long) i * Profiles.INDEX_BYTES);
            if (context != WHOLE_PROGRAM && contexts.nodeOf((int) context) < 0) elided++;
        }
        if (elided > 0)
            log.note(
                    "instructions that hpcprof left out of the tree count with their line",
                    elided + " contexts");
        return elided > 0;
    }

    /// The summary's whole-program totals tell which metrics have values at all.
    private Predicate<StoredMetric> hasValues(List<StoredMetric> metrics) {
        int summary = profiles.summary();
        if (summary == ProfileIndex.NO_SUMMARY || profiles.isDamaged(summary)) return _ -> true;
        ProfileIndex.Range totals = profiles.find(summary, WHOLE_PROGRAM);
        if (totals == null) return _ -> true;
        var present = new BitSet();
        for (long i = totals.from(); i < totals.to(); i++)
            present.set(profiles.file().u16(profiles.values(summary) + i * Profiles.VALUE_BYTES));
        Predicate<StoredMetric> hasValues =
                metric ->
                        metric.summaries().isEmpty()
                                || metric.summaries().stream().anyMatch(s -> present.get(s.id()));
        for (StoredMetric metric : metrics)
            if (!hasValues.test(metric))
                log.note("metrics without values are omitted", metric.name());
        return hasValues;
    }

    private BitSet idsOf(Stream<StoredMetric> metrics) {
        var ids = new BitSet();
        metrics.forEach(
                metric -> {
                    if (summaryOnly) metric.summaries().forEach(each -> ids.set(each.id()));
                    else metric.instances().forEach(each -> ids.set(each.id()));
                });
        return ids;
    }

    private Metadata metadata() {
        long general = meta.section(HpctoolkitLayout.GENERAL, General.DESCRIPTION_AT + Long.BYTES);
        Metadata all = Metadata.NONE.with("hpctoolkit.format", meta.version());
        String title = meta.text(general + General.TITLE_AT);
        if (!title.isBlank()) all = all.with("program", title);
        String description = meta.text(general + General.DESCRIPTION_AT);
        if (!description.isBlank() && !description.startsWith(NO_DESCRIPTION))
            all = all.with("description", description);
        all = all.with("profiles", profiles.contexts().size());
        long ranks = distinct(Context::rank);
        if (ranks > 0) all = all.with("ranks", ranks);
        Optional<String> clock = ValueColumn.clock(metrics);
        if (clock.isPresent()) all = all.with(Outline.STORED_NAME + "time", clock.get());
        // without samples its times are those of no sample: the largest and the smallest number
        if (traces == null || traces.totalSamples() == 0) return all;
        return all.with("trace.contexts", traces.tracesWithSamples())
                .with("trace.samples", traces.totalSamples())
                .with("trace.begin.ns", traces.beginNanos())
                .with("trace.end.ns", traces.endNanos());
    }

    private long distinct(java.util.function.ToIntFunction<Context> part) {
        return profiles.contexts().stream()
                .mapToInt(part)
                .filter(index -> index != Context.NONE)
                .distinct()
                .count();
    }

    Outline outline() {
        return outline;
    }

    List<DatabaseColumn> columns() {
        return columns;
    }

    /// What each node has in all threads together, by hpcprof's own sums.
    Optional<NodeSums> sums(ValueColumn column) {
        return summaryOnly
                ? Optional.empty()
                : new SummarySums(metrics, profiles, contexts, log).of(column);
    }

    ContextTree contexts() {
        return contexts;
    }

    ProfileIndex profiles() {
        return profiles;
    }

    /// Null where values can only be read from `profile.db`: always for the summary.
    @Nullable ContextIndex contextIndex() {
        return summaryOnly ? null : contextIndex;
    }

    int profileOf(int context) {
        return summaryOnly ? profiles.summary() : profiles.profileOf(context);
    }

    /// What reading metrics of every context from `cct.db` costs: summed up once for a number of
    /// metrics, since it goes over the whole index.
    long allContextsCost(int metrics) {
        ContextIndex index = contextIndex();
        if (index == null) return Long.MAX_VALUE;
        return allContextsCost.computeIfAbsent(metrics, wanted -> allContextsCost(index, wanted));
    }

    private long allContextsCost(ContextIndex index, int metrics) {
        long sum = 0;
        for (int node = 0; node < contexts.tree().size(); node++)
            if (index.has(contexts.contextOf(node)) && sum < index.file().size())
                sum += index.cost(contexts.contextOf(node), metrics);
        return Math.min(sum, index.file().size());
    }

    /// What reading sums over all threads costs.
    long sumsBytes() {
        int summary = profiles.summary();
        return summary == ProfileIndex.NO_SUMMARY || profiles.isDamaged()
                ? 0
                : profiles.blockBytes(summary);
    }

    /// The traces that have samples, in the order of contexts; none where only the summary is read.
    Traces traces() {
        if (traces == null || summaryOnly) return Traces.NONE;
        List<TraceLine> lines = new ArrayList<>();
        int[] all = IntStream.range(0, outline.contexts().size()).toArray();
        int[] contextOf = profiles.placesOf(all);
        for (int trace = 0; trace < traces.traces(); trace++)
            if (traces.samples(trace) > 0 && contextOf[traces.profile(trace)] >= 0)
                lines.add(
                        new StoredTrace(traces, trace, contextOf[traces.profile(trace)], contexts));
        lines.sort(Comparator.comparingInt(TraceLine::context));
        if (lines.isEmpty()) return Traces.NONE;
        long end = Math.max(0, traces.endNanos() - traces.beginNanos());
        return new Traces(traces.beginNanos(), end, lines);
    }

    ReadReport.Log log() {
        return log;
    }

    @Override
    public void close() {
        open.forEach(DatabaseFile::close);
    }
}
