package treeline.formats.chrometrace;

import treeline.formats.reading.ThreadTable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// The threads of a trace by their ids. What they are called, and whether their process is a
/// device, may stand behind their events.
final class TraceThreads {
    /// How JAX calls devices.
    private static final String DEVICE_PROCESS = "/device:";

    private final Map<Key, Integer> indexes = new LinkedHashMap<>();
    private final BitSet streams = new BitSet();
    private final Map<String, String> processNames = new HashMap<>();
    private final Map<Key, String> threadNames = new HashMap<>();

    private record Key(String pid, String tid) {}

    /// Of the event before, which most have in common with the next.
    private Key last = new Key("", "");

    private int thread = -1;

    /// The thread of an event.
    int of(TraceEvent event, Category category) {
        if (thread < 0 || !event.tid.equals(last.tid) || !event.pid.equals(last.pid)) {
            last = new Key(event.pid, event.tid);
            Integer known = indexes.putIfAbsent(last, indexes.size());
            thread = known == null ? indexes.size() - 1 : known;
        }
        if (category.isOfDevice()) streams.set(thread);
        return thread;
    }

    /// Keeps the name that an event of metadata gives.
    void describe(TraceEvent event) {
        if (event.name.equals("process_name")) processNames.putIfAbsent(event.pid, event.givenName);
        if (event.name.equals("thread_name"))
            threadNames.putIfAbsent(new Key(event.pid, event.tid), event.givenName.strip());
    }

    /// The threads in the order in which they came.
    ThreadTable table() {
        var table = new ThreadTable();
        for (Key key : new ArrayList<>(indexes.keySet())) {
            String process = processNames.getOrDefault(key.pid, "");
            boolean device = streams.get(table.size()) || process.startsWith(DEVICE_PROCESS);
            int thread = device ? table.ofStream(key.pid, key.tid) : table.of(key.pid, key.tid);
            String name = threadNames.getOrDefault(key, "");
            if (!process.isEmpty()) table.label(thread, "process", process);
            if (!name.isEmpty()) table.label(thread, "thread", name);
        }
        return table;
    }
}
