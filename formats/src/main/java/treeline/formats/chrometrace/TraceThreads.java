package treeline.formats.chrometrace;

import treeline.formats.reading.ThreadTable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The threads and streams of a trace by their ids. Process names and labels may follow the events,
/// so device rows are identified only at the end.
///
/// PyTorch uses the device number as the process id of device rows, which may equal the id of a
/// process. Slice categories therefore take precedence over names.
final class TraceThreads {
    /// `/device:GPU:0` of JAX, `GPU 0` and `Device 0` of PyTorch.
    private static final Pattern DEVICE =
            Pattern.compile(
                    "/device:(?:[A-Za-z_]+:)?(\\d*).*|(?i:GPU|TPU|Device)[ :#]{0,2}(\\d+)\\b.*");

    private static final Pattern RANK =
            Pattern.compile("(?i)(?:MPI[ _])?rank[ _:#]{0,2}(\\d{1,9})");

    private static final String JAX_DEVICE = "/device:";

    private static final String JAX_STREAM = "Stream";

    /// The operators of XLA on a device without rows for streams, as a TPU.
    private static final String XLA_OPS = "XLA Ops";

    /// The id of rows that are of no stream.
    private static final String NO_THREAD = "-1";

    private static final String HOST_ANNOTATION = "user_annotation";

    private final Map<Key, Integer> indexes = new LinkedHashMap<>();
    private final BitSet streams = new BitSet();
    private final BitSet hosts = new BitSet();
    private final Map<String, Integer> processes = new HashMap<>();
    private final Map<String, String> processNames = new HashMap<>();
    private final Map<String, String> devices = new HashMap<>(); // of processes that are devices
    private final Map<Integer, String> devicesOfWork = new HashMap<>(); // as its arguments say
    private final Map<Key, String> threadNames = new HashMap<>();
    private final Set<String> withStreams = new HashSet<>(); // processes with such rows
    private final Set<String> withOps = new HashSet<>();

    private final Map<Key, Integer> rows = new HashMap<>(); // of flow events
    private final List<Key> rowKeys = new ArrayList<>();

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
        if (category.isOfDevice() && !streams.get(thread)) {
            streams.set(thread);
            if (!event.device.isEmpty()) devicesOfWork.put(thread, event.device);
        }
        if (category.isOfHost() || event.category.equals(HOST_ANNOTATION)) hosts.set(thread);
        return thread;
    }

    /// A row of flow events. Its thread may follow; see [#threadOfRow].
    int row(TraceEvent event) {
        var key = new Key(event.pid, event.tid);
        Integer known = rows.putIfAbsent(key, rows.size());
        if (known != null) return known;
        rowKeys.add(key);
        return rowKeys.size() - 1;
    }

    /// The thread of a row, -1 if it has no slices.
    int threadOfRow(int row) {
        return indexes.getOrDefault(rowKeys.get(row), -1);
    }

    /// The first thread of each process with slices.
    Map<String, Integer> firstThreads() {
        Map<String, Integer> firsts = new HashMap<>();
        indexes.forEach((key, at) -> firsts.merge(key.pid, at, Math::min));
        return firsts;
    }

    /// The main thread of the process of each of some threads, on Linux the one with the id of the
    /// process.
    Map<Integer, Integer> starters(BitSet helpers) {
        Map<Integer, Integer> starters = new HashMap<>();
        indexes.forEach(
                (key, at) -> {
                    Integer main = indexes.get(new Key(key.pid, key.pid));
                    if (helpers.get(at) && main != null && !main.equals(at)) starters.put(at, main);
                });
        return starters;
    }

    /// The index of an event's process, in order of first occurrence.
    int process(TraceEvent event) {
        Integer known = processes.putIfAbsent(event.pid, processes.size());
        return known == null ? processes.size() - 1 : known;
    }

    /// Whether the process is known to be a device from what was read so far.
    private boolean isOfDevice(TraceEvent event) {
        return devices.containsKey(event.pid);
    }

    /// Whether an event is on a row of a device of JAX, whose slices have no category.
    boolean isOfJaxDevice(TraceEvent event) {
        return processNames.getOrDefault(event.pid, "").startsWith(JAX_DEVICE);
    }

    /// Whether an event is on a row of a device of JAX that shows work of another row again: `XLA
    /// Modules`, `Steps` and `Framework Ops` are views of what the rows of streams show, or of `XLA
    /// Ops` if the device has no such rows.
    boolean isView(TraceEvent event) {
        String name = rowName(event);
        if (!isOfJaxDevice(event) || name.isEmpty() || name.startsWith(JAX_STREAM)) return false;
        return withStreams.contains(event.pid)
                || (!name.equals(XLA_OPS) && withOps.contains(event.pid));
    }

    /// The name of the row that an event is on, empty if the file has none.
    String rowName(TraceEvent event) {
        return threadNames.getOrDefault(new Key(event.pid, event.tid), "");
    }

    /// Whether an event is on the row of a device for what is of no stream.
    boolean isOfNoStream(TraceEvent event) {
        return event.tid.equals(NO_THREAD) && isOfDevice(event);
    }

    /// Keeps the name that an event of metadata gives.
    void describe(TraceEvent event) {
        switch (event.name) {
            case "process_name" -> {
                processNames.putIfAbsent(event.pid, event.givenName);
                device(event.pid, event.givenName);
            }
            case "process_labels" -> device(event.pid, event.labels);
            case "thread_name" -> row(event, event.givenName.strip());
            default -> {} // orders of rows
        }
    }

    private void row(TraceEvent event, String name) {
        threadNames.put(new Key(event.pid, event.tid), name);
        if (name.startsWith(JAX_STREAM)) withStreams.add(event.pid);
        if (name.equals(XLA_OPS)) withOps.add(event.pid);
    }

    private void device(String pid, String text) {
        Matcher device = DEVICE.matcher(text);
        if (!device.matches()) return;
        String number = device.group(1) == null ? device.group(2) : device.group(1);
        devices.putIfAbsent(pid, number.isEmpty() ? pid : number);
    }

    /// The threads in the order in which they came.
    ///
    /// @param rank of the process that wrote the file, if the file says it
    ThreadTable table(OptionalInt rank) {
        Set<String> hostPids = new HashSet<>();
        indexes.forEach(
                (key, at) -> {
                    if (!isStream(key, at)) hostPids.add(key.pid);
                });
        var table = new ThreadTable();
        indexes.forEach((key, at) -> add(table, key, at, hostPids));
        ranks(table, hostPids, rank);
        devices.keySet().stream()
                .filter(pid -> processOfDevice(pid, hostPids).equals(pid))
                .forEach(pid -> table.rank(pid, rankInName(pid).orElseThrow()));
        return table;
    }

    private boolean isStream(Key key, int at) {
        return streams.get(at) || (!hosts.get(at) && devices.containsKey(key.pid));
    }

    private void add(ThreadTable table, Key key, int at, Set<String> hostPids) {
        int thread =
                isStream(key, at) ? stream(table, key, at, hostPids) : table.of(key.pid, key.tid);
        String process = processNames.getOrDefault(key.pid, "");
        String name = threadNames.getOrDefault(key, "");
        if (!process.isEmpty()) table.label(thread, "process", process);
        if (!name.isEmpty()) table.label(thread, "thread name", name);
    }

    private int stream(ThreadTable table, Key key, int at, Set<String> hostPids) {
        String device = devicesOfWork.getOrDefault(at, devices.getOrDefault(key.pid, ""));
        boolean ofProcess = hostPids.contains(key.pid) && !devices.containsKey(key.pid);
        if (ofProcess) return table.addStream(key.pid, device, key.tid);
        return table.addStream(
                processOfDevice(key.pid, hostPids), device.isEmpty() ? key.pid : device, key.tid);
    }

    /// The process whose rank is in the name of a device's rows, which may have no other rows;
    /// empty if there is no rank in the name.
    private String processOfDevice(String pid, Set<String> hostPids) {
        OptionalInt rank = rankInName(pid);
        if (rank.isEmpty()) return "";
        return hostPids.stream()
                .filter(host -> rankInName(host).equals(rank))
                .findFirst()
                .orElse(pid);
    }

    private OptionalInt rankInName(String pid) {
        Matcher name = RANK.matcher(processNames.getOrDefault(pid, ""));
        return name.matches()
                ? OptionalInt.of(Integer.parseInt(name.group(1)))
                : OptionalInt.empty();
    }

    /// The rank that a file gives is that of its only process; several may have theirs in their
    /// names.
    private void ranks(ThreadTable table, Set<String> hostPids, OptionalInt rank) {
        if (hostPids.size() < 2 && rank.isPresent()) {
            table.rank(hostPids.isEmpty() ? "" : hostPids.iterator().next(), rank.getAsInt());
            return;
        }
        Map<String, Integer> named = new HashMap<>();
        for (String pid : hostPids) rankInName(pid).ifPresent(each -> named.put(pid, each));
        if (named.size() == hostPids.size() && new HashSet<>(named.values()).size() == named.size())
            named.forEach(table::rank);
    }
}
