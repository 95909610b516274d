package treeline.formats.slices;

import treeline.array.Doubles;
import treeline.array.Ints;
import treeline.formats.reading.PairIndex;

/// Host calls that launched device work, by correlation id. Ids are unique within a process. If a
/// file does not name the process of device work, all processes are searched, and the latest launch
/// before the start of the work is used.
final class Launches {
    /// The process of device work if the file does not name it.
    private static final int ANY_PROCESS = -1;

    /// The process of launches that flows link.
    private static final int FLOWS = -2;

    private static final int NONE = -1;

    private final PairIndex numbers = new PairIndex();
    private int processes;

    // By number of the launch.
    private final Ints node = new Ints(0); // NONE if it is not kept
    private final Ints thread = new Ints(0);
    private final Doubles begin = new Doubles(0);
    private final Doubles end = new Doubles(0);

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
        node.put(launch, atNode, NONE);
        thread.put(launch, ofThread, NONE);
        begin.put(launch, at, 0);
        end.put(launch, at, 0);
    }

    /// Keeps the end of a call that launches.
    void keepEnd(int launch, int ofThread, double from, double to) {
        boolean isThis =
                isKept(launch) && thread.at(launch) == ofThread && begin.at(launch) == from;
        if (isThis) end.set(launch, to);
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
        return launch >= 0 && launch < node.size() && node.at(launch) != NONE;
    }

    private boolean isBetter(int candidate, int found, double at) {
        if (begin.at(candidate) > at) return begin.at(candidate) < begin.at(found);
        return begin.at(found) > at || begin.at(candidate) > begin.at(found);
    }

    int node(int launch) {
        return node.at(launch);
    }

    int thread(int launch) {
        return thread.at(launch);
    }

    double begin(int launch) {
        return begin.at(launch);
    }

    double end(int launch) {
        return end.at(launch);
    }
}
