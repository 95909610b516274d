package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Profiles;
import treeline.formats.hpctoolkit.metrics.MetricIds;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Loads metrics from `profile.db`, profile by profile. Values are in context id order, which is
/// not tree order, so contexts are first sorted by node, and values are then read in node order.
public final class ProfileMajorLoader {
    /// Fewer wanted nodes than a profile has contexts, by this factor, are searched for one by one.
    private static final int SEARCH_FACTOR = 32;

    /// From this share of its contexts on, the values of a profile are taken into the cache first.
    private static final int TOUCH_SHARE = 8;

    /// As many searches as touch most of an index anyway.
    private static final int MANY_SEARCHES = 32;

    private static final int CACHE_LINE = 64;

    private final ProfileIndex profiles;
    private final ContextTree tree;
    private final WantedNodes wanted;
    private final MetricIds metrics;
    private final ReadReport.Log log;
    private final MemorySegment bytes;
    private final SparseRows.Builder[] rows;

    /// The index entry of each node that the profile has, and which nodes these are.
    private final int[] entryOf;

    private final long[] present;

    /// The index entries of the wanted nodes, where these are few.
    private final int[] found;

    /// Kept so that the reads are not optimised away.
    @SuppressWarnings("UnusedVariable")
    private int touched;

    public ProfileMajorLoader(
            ProfileIndex profiles,
            ContextTree tree,
            WantedNodes wanted,
            MetricIds metrics,
            ReadReport.Log log) {
        this.profiles = profiles;
        this.tree = tree;
        this.wanted = wanted;
        this.metrics = metrics;
        this.log = log;
        this.bytes = profiles.file().bytes();
        this.rows = new SparseRows.Builder[metrics.size()];
        this.entryOf = new int[tree.tree().size()];
        this.found = new int[wanted.isAll() ? 0 : wanted.count()];
        this.present = new long[(tree.tree().size() + 63) >>> 6];
    }

    public MetricColumn[] load(int[] chosen) {
        Arrays.setAll(rows, _ -> new SparseRows.Builder(expectedCells(chosen), 0));
        for (int profile : chosen) {
            try {
                if (profiles.isDamaged(profile))
                    log.lost("a profile is not in profile.db", "profile " + profile);
                else loadProfile(profile);
            } catch (MalformedProfileException damaged) {
                log.lost("skipped a damaged profile", String.valueOf(damaged.getMessage()));
                Arrays.fill(present, 0);
            }
            for (SparseRows.Builder each : rows) each.endRow();
        }
        MetricColumn[] columns = new MetricColumn[rows.length];
        for (int i = 0; i < rows.length; i++)
            columns[i] = MetricColumn.ofContexts(rows[i].build(), tree.tree().size());
        return columns;
    }

    /// A metric has at most one value a context, and all metrics share the values.
    private int expectedCells(int[] chosen) {
        long contexts = 0;
        long values = 0;
        for (int profile : chosen) {
            if (profiles.isDamaged(profile)) continue;
            contexts += Math.min(profiles.contextCount(profile), wanted.count());
            values += profiles.valueCount(profile);
        }
        return Math.clamp(Math.min(contexts, values / metrics.size() + 64), 1, 1 << 28);
    }

    private void loadProfile(int profile) {
        int entries = profiles.contextCount(profile);
        if (entries == 0) return;
        if (!wanted.isAll() && (long) wanted.count() * SEARCH_FACTOR < entries)
            searchNodes(profile, entries);
        else {
            placeEntries(profile, entries);
            addInNodeOrder(profile, entries);
        }
    }

    /// Finds all entries before it takes any value: the values then come from memory several at a
    /// time, because none has to wait for a search.
    private void searchNodes(int profile, int entries) {
        long index = profiles.index(profile);
        long values = profiles.values(profile);
        long valueCount = profiles.valueCount(profile);
        if (wanted.count() >= MANY_SEARCHES) touch(index, (long) entries * Profiles.INDEX_BYTES);
        for (int i = 0; i < wanted.count(); i++)
            found[i] = profiles.search(index, entries, tree.contextOf(wanted.node(i)));
        for (int i = 0; i < wanted.count(); i++) {
            int entry = found[i];
            if (entry < 0) continue;
            long from = start(index, entry);
            long to = entry + 1 < entries ? start(index, entry + 1) : valueCount;
            if (from < 0 || from > to || to > valueCount)
                throw notAscending(index, entry, from, valueCount);
            addValues(wanted.node(i), values, from, to);
        }
    }

    private long start(long index, int entry) {
        return bytes.get(
                StoredBytes.U64,
                index + (long) entry * Profiles.INDEX_BYTES + Profiles.INDEX_START_AT);
    }

    /// Goes over the whole index, which is checked here, before any value is taken.
    private void placeEntries(int profile, int entries) {
        long index = profiles.index(profile);
        long valueCount = profiles.valueCount(profile);
        long lastStart = 0;
        long lastContext = -1;
        for (int entry = 0; entry < entries; entry++) {
            long at = index + (long) entry * Profiles.INDEX_BYTES;
            long context = bytes.get(StoredBytes.U32, at) & 0xffff_ffffL;
            long start = bytes.get(StoredBytes.U64, at + Profiles.INDEX_START_AT);
            if (context <= lastContext)
                throw profiles.file()
                        .malformed(at, "a context id above " + lastContext, Long.toString(context));
            if (start < lastStart || start > valueCount)
                throw notAscending(index, entry, start, valueCount);
            lastContext = context;
            lastStart = start;
            int node = tree.nodeOf((int) context);
            if (node < 0 || !wanted.contains(node)) continue;
            entryOf[node] = entry;
            present[node >>> 6] |= 1L << node;
        }
    }

    private MalformedProfileException notAscending(
            long index, int entry, long found, long valueCount) {
        return profiles.file()
                .malformed(
                        index + (long) entry * Profiles.INDEX_BYTES + Profiles.INDEX_START_AT,
                        "first values that ascend to %d".formatted(valueCount),
                        Long.toUnsignedString(found));
    }

    private void addInNodeOrder(int profile, int entries) {
        long index = profiles.index(profile);
        long values = profiles.values(profile);
        long valueCount = profiles.valueCount(profile);
        if (wanted.count() > entries / TOUCH_SHARE)
            touch(values, valueCount * Profiles.VALUE_BYTES);
        for (int word = 0; word < present.length; word++) {
            for (long left = present[word]; left != 0; left &= left - 1) {
                int node = (word << 6) + Long.numberOfTrailingZeros(left);
                int entry = entryOf[node];
                long to = entry + 1 < entries ? start(index, entry + 1) : valueCount;
                addValues(node, values, start(index, entry), to);
            }
            present[word] = 0;
        }
    }

    /// Reads a stretch once from front to back, which the processor foresees: taking values out of
    /// order from memory that is not in its cache is four times slower.
    private void touch(long from, long length) {
        int sum = 0;
        for (long at = from; at < from + length; at += CACHE_LINE)
            sum += bytes.get(ValueLayout.JAVA_BYTE, at);
        touched = sum;
    }

    private void addValues(int node, long values, long from, long to) {
        int lastId = -1;
        for (long i = from; i < to; i++) {
            long at = values + i * Profiles.VALUE_BYTES;
            int id = bytes.get(StoredBytes.U16, at) & 0xffff;
            if (id <= lastId) {
                log.lost("values of a context are not in the order of metrics", "byte " + at);
                return;
            }
            lastId = id;
            int column = metrics.column(id);
            if (column >= 0)
                rows[column].add(node, bytes.get(StoredBytes.F64, at + Profiles.VALUE_AT));
        }
    }
}
