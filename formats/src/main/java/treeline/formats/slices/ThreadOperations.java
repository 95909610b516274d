package treeline.formats.slices;

import treeline.formats.reading.TimeLine;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Operations that connect threads and processes: collective operations, and the work of helper
/// threads for the threads that started it.
final class ThreadOperations {
    private final SliceFacts facts;
    private final List<TimeLine> lines;
    private final int[] contextOf;
    private final Map<Integer, Operations.Builder> byThread = new TreeMap<>();
    private final Map<Integer, TreeMap<Double, CollectiveSlice>> executed = new HashMap<>();

    /// @param lines by thread
    /// @param contextOf the context of each thread
    ThreadOperations(SliceFacts facts, List<TimeLine> lines, int[] contextOf) {
        this.facts = facts;
        this.lines = lines;
        this.contextOf = contextOf;
    }

    /// The process groups of collective operations.
    List<String> groups() {
        return facts.collectives().stream()
                .map(CollectiveSlice::group)
                .distinct()
                .sorted()
                .toList();
    }

    Map<Integer, Operations.Builder> byThread() {
        return byThread;
    }

    private Operations.Builder of(int thread) {
        return byThread.computeIfAbsent(thread, _ -> new Operations.Builder());
    }

    /// @param working nodes in which a thread works
    void addCollectives(BitSet working, LineClock clock) {
        List<String> groups = groups();
        for (CollectiveSlice each : facts.collectives()) {
            int group = groups.indexOf(each.group());
            each.addTo(of(each.thread()), group, lines.get(each.thread()), working, clock);
            executed.computeIfAbsent(each.executor(), _ -> new TreeMap<>()).put(each.begin(), each);
        }
    }

    /// The thread for which a thread works: the one that waits for the collective operation that it
    /// executes, otherwise itself.
    int starter(int thread, double at) {
        var last = executed.getOrDefault(thread, new TreeMap<>()).floorEntry(at);
        return last == null || last.getValue().end() < at ? thread : last.getValue().thread();
    }

    /// A helper that is idle waits for its starter, which has started it if it did anything in the
    /// meantime. If the starter then does nothing until the helper is idle again, it waits for it.
    void addStarts() {
        facts.starters()
                .forEach(
                        (helper, starter) -> {
                            TimeLine line = lines.get(helper);
                            long idle = 0; // since
                            for (int i = 0; i < line.samples(); i++) {
                                boolean isIdle = line.node(i) == TraceLine.NO_NODE;
                                if (isIdle) idle = line.nanos(i);
                                else if (i == 0 || line.node(i - 1) == TraceLine.NO_NODE)
                                    addStart(helper, starter, idle, line.nanos(i));
                            }
                        });
    }

    private void addStart(int helper, int starter, long idle, long begin) {
        TimeLine theirs = lines.get(starter);
        int last = theirs.sampleAt(begin);
        if (last < 0 || theirs.nanos(last) <= idle) return;
        wait(helper, TraceLine.NO_NODE, starter, idle, begin);
        boolean isLast = last + 1 == theirs.samples();
        TimeLine line = lines.get(helper);
        int end = line.sampleAt(isLast ? Long.MAX_VALUE : theirs.nanos(last + 1));
        while (line.nanos(end) > begin && line.node(end) != TraceLine.NO_NODE) end--;
        if (line.nanos(end) > begin)
            wait(starter, theirs.node(last), helper, begin, line.nanos(end));
    }

    private void wait(int thread, int node, int other, long begin, long end) {
        Operations.Builder operations = of(thread);
        operations.add(OperationKind.SYNCHRONISE, node, contextOf[other], Operations.ABSENT, 0);
        operations.call(begin, begin, end);
        operations.within(begin, end);
    }
}
