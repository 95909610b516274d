package treeline.formats.perfetto;

import org.jspecify.annotations.Nullable;

import treeline.formats.perfetto.PerfettoLayout.ProcessTree;
import treeline.formats.perfetto.PerfettoLayout.Track;
import treeline.formats.reading.ThreadTable;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tracks of a trace. Descriptors may follow the events of their track and be repeated, so
/// threads are made of tracks once the file was read.
final class TrackTable {
    /// Most parents that are followed to the process of a track.
    private static final int MAX_PARENTS = 64;

    private static final Pattern RANK =
            Pattern.compile("(?i)(?:MPI[ _])?rank[ _:#]{0,2}(\\d{1,9})");

    /// `COMPUTE AGENT [2] STREAM [0] (GPU)` and `COPY to AGENT [2] QUEUE [1] (GPU)` of rocprofv3.
    private static final Pattern AGENT = Pattern.compile("AGENT \\[(\\d{1,9})]");

    private static final Pattern STREAM = Pattern.compile("(?:STREAM|QUEUE) \\[(\\d{1,9})]");

    private final Map<Key, Integer> lanes = new HashMap<>();
    private final List<Key> keys = new ArrayList<>(); // by lane
    private final Set<Integer> streams = new HashSet<>(); // lanes with work of a device
    private final Map<Long, Described> described = new HashMap<>();
    private final Map<Long, String> processNames = new HashMap<>();
    private final Map<Long, String> threadNames = new HashMap<>();

    /// A track by its id; without one, by process and thread; or a queue of a GPU.
    record Key(long uuid, long pid, long tid, String queue) {
        static Key ofTrack(long uuid) {
            return new Key(uuid, 0, 0, "");
        }

        static Key ofThread(long pid, long tid) {
            return new Key(0, pid, tid, "");
        }

        static Key ofQueue(long gpu, long queue) {
            return new Key(0, gpu, queue, "queue");
        }
    }

    /// What a descriptor says.
    ///
    /// @param counter null if the track is no counter
    private record Described(
            String name,
            long parent,
            boolean hasProcess,
            boolean hasThread,
            long pid,
            long tid,
            @Nullable CounterUnit counter) {}

    /// How the values of a counter are to be read.
    record CounterUnit(Unit unit, double multiplier, boolean incremental) {}

    /// The lane of a track.
    int lane(Key key) {
        Integer known = lanes.putIfAbsent(key, lanes.size());
        if (known != null) return known;
        keys.add(key);
        return keys.size() - 1;
    }

    /// The slices of a lane are work of a device.
    void isStream(int lane) {
        streams.add(lane);
    }

    boolean isOfDevice(int lane) {
        return streams.contains(lane);
    }

    void describe(Message track) {
        long uuid = 0;
        long parent = 0;
        String name = "";
        boolean hasProcess = false;
        boolean hasThread = false;
        long pid = 0;
        long tid = 0;
        CounterUnit counter = null;
        while (track.next()) {
            switch (track.field()) {
                case Track.UUID -> uuid = track.number();
                case Track.PARENT -> parent = track.number();
                case Track.NAME, Track.STATIC_NAME, Track.ATRACE_NAME -> name = track.text();
                case Track.PROCESS -> {
                    hasProcess = true;
                    pid = process(track.message());
                }
                case Track.THREAD -> {
                    hasThread = true;
                    long[] ids = thread(track.message());
                    pid = ids[0];
                    tid = ids[1];
                }
                case Track.COUNTER -> counter = counter(track.message());
                default -> track.skip();
            }
        }
        described.put(uuid, new Described(name, parent, hasProcess, hasThread, pid, tid, counter));
    }

    /// Reads a process descriptor and returns the process.
    long process(Message process) {
        long pid = 0;
        String name = "";
        while (process.next()) {
            switch (process.field()) {
                case Track.PROCESS_PID -> pid = process.number();
                case Track.PROCESS_NAME -> name = process.text();
                default -> process.skip();
            }
        }
        if (!name.isEmpty()) processNames.put(pid, name);
        return pid;
    }

    /// Reads a thread descriptor and returns process, thread and reference time in microseconds.
    long[] thread(Message thread) {
        long[] ids = new long[3];
        String name = "";
        while (thread.next()) {
            switch (thread.field()) {
                case Track.THREAD_PID -> ids[0] = thread.number();
                case Track.THREAD_TID -> ids[1] = thread.number();
                case Track.THREAD_NAME -> name = thread.text();
                case Track.REFERENCE_MICROS -> ids[2] = thread.number();
                default -> thread.skip();
            }
        }
        if (!name.isEmpty()) threadNames.put(ids[1], name);
        return ids;
    }

    private static CounterUnit counter(Message counter) {
        long type = 0;
        long unit = 0;
        String unitName = "";
        double multiplier = 1;
        boolean incremental = false;
        while (counter.next()) {
            switch (counter.field()) {
                case Track.COUNTER_TYPE -> type = counter.number();
                case Track.UNIT -> unit = counter.number();
                case Track.UNIT_NAME -> unitName = counter.text();
                case Track.UNIT_MULTIPLIER -> multiplier = (double) counter.number();
                case Track.IS_INCREMENTAL -> incremental = counter.number() != 0;
                default -> counter.skip();
            }
        }
        boolean isTime = unit == 1 || (unit == 0 && type == 1);
        Unit known = isTime ? Unit.NANOSECONDS : unit == 3 ? Unit.BYTES : Unit.of(unitName.strip());
        return new CounterUnit(known, multiplier == 0 ? 1 : multiplier, incremental);
    }

    /// Reads names of the process tree.
    void processTree(Message tree) {
        while (tree.next()) {
            switch (tree.field()) {
                case ProcessTree.PROCESSES -> treeProcess(tree.message());
                case ProcessTree.THREADS -> treeThread(tree.message());
                default -> tree.skip();
            }
        }
    }

    private void treeProcess(Message process) {
        long pid = 0;
        String name = "";
        while (process.next()) {
            switch (process.field()) {
                case ProcessTree.PROCESS_PID -> pid = process.number();
                case ProcessTree.PROCESS_CMDLINE -> {
                    String text = process.text();
                    if (name.isEmpty()) name = text;
                }
                default -> process.skip();
            }
        }
        if (!name.isEmpty()) processNames.putIfAbsent(pid, name);
    }

    private void treeThread(Message thread) {
        long tid = 0;
        String name = "";
        while (thread.next()) {
            switch (thread.field()) {
                case ProcessTree.THREAD_TID -> tid = thread.number();
                case ProcessTree.THREAD_NAME -> name = thread.text();
                default -> thread.skip();
            }
        }
        if (!name.isEmpty()) threadNames.putIfAbsent(tid, name);
    }

    /// How the values of a counter are to be read; null if its descriptor is not known.
    @Nullable CounterUnit counter(long uuid) {
        Described known = described.get(uuid);
        return known == null ? null : known.counter;
    }

    /// The name of a counter.
    String counterName(long uuid) {
        Described known = described.get(uuid);
        return known == null || known.name.isEmpty()
                ? "counter " + Long.toUnsignedString(uuid)
                : known.name;
    }

    /// The process and thread of a track as far as descriptors say so; null if they do not.
    private @Nullable Described owner(long uuid) {
        long next = uuid;
        for (int i = 0; i < MAX_PARENTS; i++) {
            Described known = described.get(next);
            if (known == null) return null;
            if (known.hasProcess || known.hasThread) return known;
            if (known.parent == 0 || known.parent == next) return null;
            next = known.parent;
        }
        return null;
    }

    /// The process of a track as a text, empty if unknown.
    String process(Key key) {
        if (!key.queue.isEmpty()) return "";
        if (key.uuid == 0) return key.pid == 0 ? "" : Long.toString(key.pid);
        Described owner = owner(key.uuid);
        return owner == null ? "" : Long.toString(owner.pid);
    }

    /// The threads by lane.
    ThreadTable threads() {
        var table = new ThreadTable();
        Set<List<String>> taken = new HashSet<>();
        Map<String, Integer> ranks = new HashMap<>();
        for (int lane = 0; lane < keys.size(); lane++) {
            Key key = keys.get(lane);
            String process = process(key);
            int made =
                    streams.contains(lane)
                            ? stream(table, key, process)
                            : thread(table, key, process, taken);
            label(table, made, key, process, ranks);
        }
        boolean allNamed =
                new HashSet<>(ranks.values()).size() == ranks.size()
                        && table.hostProcesses().stream().allMatch(ranks::containsKey);
        if (allNamed) ranks.forEach(table::rank);
        return table;
    }

    private int thread(ThreadTable table, Key key, String process, Set<List<String>> taken) {
        Described own = described.get(key.uuid);
        String name = name(key);
        String thread = name.isEmpty() ? "track " + Long.toUnsignedString(key.uuid) : name;
        if (key.uuid == 0 && key.pid != 0) thread = Long.toString(key.tid);
        if (own != null && own.hasThread) thread = Long.toString(own.tid);
        else if (own != null && own.hasProcess && name.isEmpty()) thread = "process";
        String unique = thread;
        for (int i = 2; !taken.add(List.of(process, unique)); i++) unique = thread + " (" + i + ")";
        return table.of(process, unique);
    }

    private int stream(ThreadTable table, Key key, String process) {
        if (!key.queue.isEmpty())
            return table.addStream("", Long.toString(key.pid), Long.toString(key.tid));
        String name = name(key);
        Matcher agent = AGENT.matcher(name);
        Matcher stream = STREAM.matcher(name);
        return table.addStream(
                process,
                agent.find() ? agent.group(1) : "",
                stream.find() ? stream.group(1) : name.isEmpty() ? "0" : name);
    }

    private String name(Key key) {
        Described own = described.get(key.uuid);
        return own == null ? "" : own.name;
    }

    private void label(
            ThreadTable table, int made, Key key, String process, Map<String, Integer> ranks) {
        Described owner = key.uuid == 0 ? null : owner(key.uuid);
        long pid = owner == null ? key.pid : owner.pid;
        long tid = owner == null ? key.tid : owner.tid;
        String processName = process.isEmpty() ? "" : processNames.getOrDefault(pid, "");
        String own = name(key);
        String threadName = own.isEmpty() ? threadNames.getOrDefault(tid, "") : own;
        if (!processName.isEmpty()) table.label(made, "process", processName);
        if (!threadName.isEmpty()) table.label(made, "thread name", threadName);
        Matcher rank = RANK.matcher(processName);
        if (rank.matches()) ranks.put(process, Integer.parseInt(rank.group(1)));
    }

    /// The first lane of each process.
    Map<String, Integer> firstLanes() {
        Map<String, Integer> firsts = new HashMap<>();
        for (int lane = 0; lane < keys.size(); lane++)
            firsts.putIfAbsent(process(keys.get(lane)), lane);
        return firsts;
    }
}
