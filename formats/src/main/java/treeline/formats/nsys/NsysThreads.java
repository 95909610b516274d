package treeline.formats.nsys;

import treeline.formats.reading.ThreadTable;

import java.util.HashMap;
import java.util.Map;

/// The threads and GPU streams of an export by their serialised ids.
final class NsysThreads {
    private final ThreadTable table = new ThreadTable();
    private final Map<Long, Integer> threads = new HashMap<>();
    private final Map<Stream, Integer> streams = new HashMap<>();
    private final Map<Long, Integer> processes = new HashMap<>();
    private final Map<Long, String> processTexts = new HashMap<>();
    private long firstMachine = -1;
    private long lastProcess = -1; // most rows are of the process of the row before
    private int lastNumber;

    private record Stream(long process, long device, long stream) {}

    ThreadTable table() {
        return table;
    }

    /// The thread of an id.
    int of(long globalTid) {
        Integer known = threads.get(globalTid);
        if (known != null) return known;
        int thread = table.of(text(globalTid), Long.toString(NsysLayout.tid(globalTid)));
        threads.put(globalTid, thread);
        return thread;
    }

    /// Calls of which nobody knows the thread.
    int unknown() {
        return table.of("", "");
    }

    int stream(long globalPid, long device, long stream) {
        var key = new Stream(globalPid, device, stream);
        Integer known = streams.get(key);
        if (known != null) return known;
        int thread =
                table.ofStream(
                        globalPid == 0 ? "" : text(globalPid),
                        Long.toString(device),
                        Long.toString(stream));
        streams.put(key, thread);
        return thread;
    }

    /// A stream that has work, -1 if there is none.
    int streamWithWork(long globalPid, long device, long stream) {
        return streams.getOrDefault(new Stream(globalPid, device, stream), -1);
    }

    /// The number of the process of a serialised id, for its launches; ids without a process mean
    /// the first one.
    int process(long globalId) {
        long process = NsysLayout.process(globalId);
        if (process == lastProcess || globalId == 0) return globalId == 0 ? 0 : lastNumber;
        lastProcess = process;
        lastNumber = processes.computeIfAbsent(process, _ -> processes.size());
        return lastNumber;
    }

    /// How many processes there are.
    int processes() {
        return processes.size();
    }

    void nameThread(long globalTid, String name) {
        Integer known = threads.get(globalTid);
        if (known != null) table.label(known, "thread name", name);
    }

    void nameProcess(long globalPid, String name) {
        threads.forEach(
                (globalTid, thread) -> {
                    if (NsysLayout.process(globalTid) == NsysLayout.process(globalPid))
                        table.label(thread, "process", name);
                });
    }

    void nameDevice(long device, String name) {
        streams.forEach(
                (stream, thread) -> {
                    if (stream.device == device) table.label(thread, "gpu", name);
                });
    }

    void rank(long globalId, int rank) {
        table.rank(text(globalId), rank);
    }

    /// The process id; of further machines with the number of the machine.
    private String text(long globalId) {
        return processTexts.computeIfAbsent(
                NsysLayout.process(globalId),
                _ -> {
                    long machine = NsysLayout.machine(globalId);
                    if (processTexts.isEmpty()) firstMachine = machine;
                    String pid = Long.toString(NsysLayout.pid(globalId));
                    return machine == firstMachine ? pid : pid + "@" + machine;
                });
    }
}
