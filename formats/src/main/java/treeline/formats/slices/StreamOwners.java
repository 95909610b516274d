package treeline.formats.slices;

import treeline.formats.reading.ThreadTable;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Assigns device work, and thereby its streams, to the processes that launched it. Work without a
/// launch in the file belongs to the only process or, if there are several, to the one with the
/// most launches on the same device.
final class StreamOwners {
    private final ThreadTable threads;
    private final Nesting nesting;
    private final List<String> hosts;
    private final Map<String, Map<String, Integer>> workOfDevice = new HashMap<>();
    private final BitSet named = new BitSet(); // streams of which the file names the process

    StreamOwners(ThreadTable threads, Nesting nesting) {
        this.threads = threads;
        this.nesting = nesting;
        this.hosts = threads.hostProcesses();
    }

    /// Finds the launches of a stream's work, once all calls are nested.
    void findLaunches(int stream, Slices slices) {
        Launches launches = nesting.launches();
        if (!threads.process(stream).isEmpty()) named.set(stream);
        Map<String, Integer> work =
                workOfDevice.computeIfAbsent(threads.device(stream), _ -> new TreeMap<>());
        for (int slice : slices.inOrder()) {
            double begin = slices.begin(slice);
            int launch = launches.find(slices.launch(slice), begin);
            if (launch == Lane.NO_LAUNCH)
                launch = nesting.launchByFlow(stream, begin, begin + slices.duration(slice));
            slices.setLaunch(slice, launch);
            if (launch != Lane.NO_LAUNCH)
                work.merge(threads.process(launches.thread(launch)), 1, Integer::sum);
        }
    }

    /// Divides the work of a stream among the processes that launched it.
    ///
    /// @return the slices of each stream of a process in the order of their begins
    Map<Integer, int[]> divided(int stream, Slices slices) {
        int[] ordered = slices.inOrder();
        if (named.get(stream)) return Map.of(stream, ordered);
        int[] owners = new int[ordered.length];
        Map<String, Integer> streamOf = new HashMap<>();
        for (int i = 0; i < ordered.length; i++)
            owners[i] =
                    streamOf.computeIfAbsent(
                            owner(stream, slices, ordered[i]),
                            process -> threads.ownedBy(process, stream));
        Map<Integer, int[]> divided = new TreeMap<>();
        for (int owned : streamOf.values()) {
            int[] own = new int[ordered.length];
            int count = 0;
            for (int i = 0; i < ordered.length; i++)
                if (owners[i] == owned) own[count++] = ordered[i];
            divided.put(owned, Arrays.copyOf(own, count));
        }
        return divided;
    }

    private String owner(int stream, Slices slices, int slice) {
        int launch = slices.launch(slice);
        if (launch != Lane.NO_LAUNCH) return threads.process(nesting.launches().thread(launch));
        return likely(stream, nesting.names.text(slices.name(slice)));
    }

    /// The process of a stream whose work does not say who launched it.
    void assign(int stream) {
        if (threads.process(stream).isEmpty()) threads.ownedBy(likely(stream, ""), stream);
    }

    private String likely(int stream, String name) {
        if (hosts.size() < 2) return hosts.isEmpty() ? "" : hosts.getFirst();
        nesting.log.note(
                "the process of device work is unknown; attributed to the process that uses the"
                        + " device most",
                name);
        return workOfDevice.getOrDefault(threads.device(stream), Map.of()).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseGet(hosts::getFirst);
    }
}
