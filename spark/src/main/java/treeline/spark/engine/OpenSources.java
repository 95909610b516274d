package treeline.spark.engine;

import treeline.source.ProfileSource;
import treeline.source.Reopening;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/// The open sources of an executor. Tasks of one run share its source, and the last source stays
/// open for the next task, because reading the call tree of a large run takes seconds.
public final class OpenSources {
    /// A source that nobody uses is closed when so many are open.
    private static final int MAX_IDLE = 2;

    private static final Map<Reopening, Entry> OPEN = new HashMap<>();

    private OpenSources() {}

    private static final class Entry {
        private final ProfileSource source;
        private int uses;

        Entry(ProfileSource source) {
            this.source = source;
        }
    }

    /// A source while it is used.
    public static final class Use implements Closeable {
        private final Entry entry;

        private Use(Entry entry) {
            this.entry = entry;
        }

        public ProfileSource source() {
            return entry.source;
        }

        @Override
        public void close() {
            synchronized (OPEN) {
                entry.uses--;
            }
        }
    }

    /// Opens a source, unless it is open.
    public static Use use(Reopening reopening) throws IOException {
        synchronized (OPEN) {
            Entry entry = OPEN.get(reopening);
            if (entry == null) {
                closeIdle();
                entry = new Entry(opened(reopening));
                OPEN.put(reopening, entry);
            }
            entry.uses++;
            return new Use(entry);
        }
    }

    private static ProfileSource opened(Reopening reopening) throws IOException {
        try {
            return reopening.open();
        } catch (java.nio.file.NoSuchFileException | java.nio.file.AccessDeniedException unseen) {
            throw new IOException(
                    ("a cluster node (%s) cannot read %s: the data must be on a file system that"
                                    + " all nodes mount at the same path")
                            .formatted(host(), unseen.getFile()),
                    unseen);
        }
    }

    private static String host() throws IOException {
        return java.net.InetAddress.getLocalHost().getHostName();
    }

    private static void closeIdle() throws IOException {
        Iterator<Entry> entries = OPEN.values().iterator();
        while (OPEN.size() >= MAX_IDLE && entries.hasNext()) {
            Entry entry = entries.next();
            if (entry.uses > 0) continue;
            entries.remove();
            entry.source.close();
        }
    }
}
