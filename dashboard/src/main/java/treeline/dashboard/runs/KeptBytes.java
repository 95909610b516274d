package treeline.dashboard.runs;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// How much all caches together may keep: the values that were used least recently are dropped
/// first, whichever cache they are in. The newest one stays, however large it is.
public final class KeptBytes {
    /// What can be made again from the values of open runs: subsets of ranks, defined metrics,
    /// groups, intervals, encoded answers.
    public static final KeptBytes OF_PROCESS = new KeptBytes(256L << 20);

    /// Something that can be dropped at any time.
    interface Droppable {
        void drop();
    }

    private final long most;
    private final Map<Droppable, Long> bytes =
            new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private long total;

    KeptBytes(long most) {
        this.most = most;
    }

    synchronized void made(Droppable value, long size) {
        forget(value);
        bytes.put(value, size);
        total += size;
        Iterator<Map.Entry<Droppable, Long>> oldest = bytes.entrySet().iterator();
        while (total > most && bytes.size() > 1) {
            Map.Entry<Droppable, Long> dropped = oldest.next();
            total -= dropped.getValue();
            oldest.remove();
            dropped.getKey().drop();
        }
    }

    synchronized void used(Droppable value) {
        bytes.get(value); // makes it the newest
    }

    synchronized void forget(Droppable value) {
        Long known = bytes.remove(value);
        if (known != null) total -= known;
    }

    synchronized long total() {
        return total;
    }
}
