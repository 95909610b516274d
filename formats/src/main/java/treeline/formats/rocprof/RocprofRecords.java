package treeline.formats.rocprof;

import treeline.formats.reading.ThreadTable;
import treeline.formats.slices.GpuSliceKind;
import treeline.formats.slices.Lane;
import treeline.formats.slices.SkippedEvents;
import treeline.formats.slices.SliceFacts;
import treeline.formats.slices.SliceProfile;
import treeline.model.Metadata;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Adds records of all files to slices. Correlation ids are unique within a process.
final class RocprofRecords {
    /// Times that are nearer to each other than this many nanoseconds are times of one run.
    private static final double FARTHEST = 1L << 61;

    private static final Pattern RANK = Pattern.compile("(?i).*rank[_.-]?(\\d{1,9}).*");

    private final SliceProfile slices;
    private final SkippedEvents log;
    private final ThreadTable threads = new ThreadTable();
    private final Map<String, Integer> processes = new HashMap<>();

    /// Times count from the first one that is met: as numbers with a fraction they are exact then.
    private long zero;

    private boolean hasZero;

    RocprofRecords(SliceProfile slices) {
        this.slices = slices;
        this.log = slices.log();
    }

    SkippedEvents log() {
        return log;
    }

    /// A call or a marker of a thread.
    void call(
            GpuSliceKind kind,
            String process,
            String thread,
            String name,
            long correlation,
            long start,
            long end) {
        if (!isTime(start, end, name)) return;
        int launch =
                kind.launches() && correlation > 0
                        ? slices.launch(process(process), (int) correlation)
                        : Lane.NO_LAUNCH;
        add(threads.of(process, thread), kind, name, launch, start, end);
    }

    /// Work of a GPU.
    ///
    /// @param bytes moved by a copy, 0 if unknown
    void work(
            GpuSliceKind kind,
            String process,
            String agent,
            String stream,
            String name,
            long correlation,
            long start,
            long end,
            long bytes) {
        if (!isTime(start, end, name)) return;
        int launch =
                correlation > 0
                        ? slices.launch(process(process), (int) correlation)
                        : Lane.NO_LAUNCH;
        Lane lane = add(threads.ofStream(process, agent, stream), kind, name, launch, start, end);
        if (bytes > 0) lane.moves((double) bytes);
    }

    private int process(String process) {
        Integer known = processes.putIfAbsent(process, processes.size());
        return known == null ? processes.size() - 1 : known;
    }

    /// Devices that never reported a dispatch leave 0 as its times.
    private boolean isTime(long start, long end, String name) {
        if (!hasZero && start > 0) {
            zero = start;
            hasZero = true;
        }
        boolean isTime =
                start > 0
                        && end >= start
                        && Math.abs((double) start - (double) zero) < FARTHEST
                        && (double) end - (double) start < FARTHEST;
        if (!isTime) log.lost("a record has no time, or ends before it starts", name);
        return isTime;
    }

    private Lane add(int thread, GpuSliceKind kind, String name, int launch, long start, long end) {
        Lane lane = slices.unorderedLane(thread);
        lane.add(kind, name, Lane.WHOLE, (double) (start - zero), (double) (end - start), launch);
        return lane;
    }

    boolean isEmpty() {
        return slices.isEmpty();
    }

    /// All files were read.
    SliceFacts facts(Metadata metadata) {
        boolean named = false;
        for (String process : threads.hostProcesses()) {
            Matcher rank = RANK.matcher(process);
            if (!rank.matches()) continue;
            threads.rank(process, Integer.parseInt(rank.group(1)));
            named = true;
        }
        if (!named && threads.hostProcesses().size() > 1)
            log.note(
                    "ranks are numbered by process, because the files do not name them",
                    threads.hostProcesses().getFirst());
        return new SliceFacts(threads, metadata, 0);
    }
}
