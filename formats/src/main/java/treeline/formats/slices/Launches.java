package treeline.formats.slices;

import treeline.formats.reading.PairIndex;

import java.util.Arrays;

/// Host calls that launched device work, by correlation id. Ids are unique within a process. If a
/// file does not name the process of device work, all processes are searched, and the latest launch
/// before the start of the work is used.
final class Launches {
    /// The process of device work if the file does not name it.
    private static final int ANY_PROCESS = -1;

    /// The process of launches that flows link.
    private static final int FLOWS = -2;

    private final PairIndex numbers = new PairIndex();
    private int processes;

    // By number of the launch.
    private int[] node = {}; // 0 is none, others are one more
    private int[] thread = {};
    private double[] begin = {};
    private double[] end = {};

    /// The number of a launch.
    int of(int process, int correlation) {
        processes = Math.max(processes, process + 1);
        return numbers.of(process, correlation);
    }

    /// The same if the process is not known.
    int ofAnyProcess(int correlation) {
        return numbers.of(ANY_PROCESS, correlation);
    }

    /// The number of a launch that flows link to its work.
    ///
    /// @param point of the flow, on the thread of the host
    int ofFlow(int point) {
        return numbers.of(FLOWS, point);
    }

    /// The point of the flow that links a launch, or [Flows#NONE].
    int point(int launch) {
        return numbers.first(launch) == FLOWS ? numbers.second(launch) : Flows.NONE;
    }

    /// The correlation id of a launch.
    int correlation(int launch) {
        return numbers.second(launch);
    }

    /// Keeps the node and thread of a call that launches.
    void keep(int launch, int atNode, int ofThread, double at) {
        if (launch >= node.length) grow(launch);
        node[launch] = atNode + 1;
        thread[launch] = ofThread;
        begin[launch] = at;
        end[launch] = at;
    }

    /// Keeps the end of a call that launches.
    void keepEnd(int launch, int ofThread, double from, double to) {
        if (isKept(launch) && thread[launch] == ofThread && begin[launch] == from) end[launch] = to;
    }

    private void grow(int launch) {
        int capacity = Math.max(launch + 1, node.length * 2);
        node = Arrays.copyOf(node, capacity);
        thread = Arrays.copyOf(thread, capacity);
        begin = Arrays.copyOf(begin, capacity);
        end = Arrays.copyOf(end, capacity);
    }

    /// The launch of device work that began at a time, or [Lane#NO_LAUNCH] if the file lacks it.
    int find(int launch, double at) {
        if (launch == Lane.NO_LAUNCH || numbers.first(launch) != ANY_PROCESS)
            return isKept(launch) ? launch : Lane.NO_LAUNCH;
        int found = Lane.NO_LAUNCH;
        for (int process = 0; process < processes; process++) {
            int candidate = numbers.find(process, numbers.second(launch));
            if (isKept(candidate) && (found == Lane.NO_LAUNCH || isBetter(candidate, found, at)))
                found = candidate;
        }
        return found;
    }

    private boolean isKept(int launch) {
        return launch >= 0 && launch < node.length && node[launch] != 0;
    }

    private boolean isBetter(int candidate, int found, double at) {
        if (begin[candidate] > at) return begin[candidate] < begin[found];
        return begin[found] > at || begin[candidate] > begin[found];
    }

    int node(int launch) {
        return node[launch] - 1;
    }

    int thread(int launch) {
        return thread[launch];
    }

    double begin(int launch) {
        return begin[launch];
    }

    double end(int launch) {
        return end[launch];
    }
}
