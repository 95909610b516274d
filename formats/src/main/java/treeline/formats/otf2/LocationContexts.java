package treeline.formats.otf2;

import treeline.model.Context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The rank, thread or stream of each location. Ranks are those of MPI; processes without MPI are
/// numbered in the order of their definitions.
final class LocationContexts {
    private final Otf2Definitions definitions;
    private final Map<Integer, Integer> rankOfGroup = new HashMap<>();

    LocationContexts(Otf2Definitions definitions) {
        this.definitions = definitions;
        List<Long> ranks = definitions.commLocations(Otf2Layout.MPI);
        for (int rank = 0; rank < ranks.size(); rank++) {
            Otf2Definitions.Location location = definitions.locations.get(ranks.get(rank));
            if (location != null) rankOfGroup.putIfAbsent(location.group(), rank);
        }
        if (ranks.isEmpty()) numberProcesses();
    }

    private void numberProcesses() {
        List<Integer> processes = new ArrayList<>();
        for (Otf2Definitions.Location location : definitions.locations.values())
            if (location.type() == Otf2Layout.CPU_THREAD && !processes.contains(location.group()))
                processes.add(location.group());
        for (int i = 0; i < processes.size() && processes.size() > 1; i++)
            rankOfGroup.put(processes.get(i), i);
    }

    List<Context> of(List<Otf2Definitions.Location> locations) {
        Map<Integer, Integer> threads = new HashMap<>();
        for (Otf2Definitions.Location location : locations)
            if (location.type() == Otf2Layout.CPU_THREAD)
                threads.merge(location.group(), 1, Integer::sum);
        boolean threaded = threads.values().stream().anyMatch(count -> count > 1);
        Map<Integer, Integer> nextThread = new HashMap<>();
        Map<Integer, Integer> nextStream = new HashMap<>();
        List<Context> contexts = new ArrayList<>();
        for (Otf2Definitions.Location location : locations) {
            int rank = rank(location.group());
            boolean stream = location.type() != Otf2Layout.CPU_THREAD;
            int number =
                    (stream ? nextStream : nextThread)
                                    .merge(stream ? rank : location.group(), 1, Integer::sum)
                            - 1;
            contexts.add(
                    stream
                            ? new Context("", rank, Context.NONE, number, Context.NONE)
                            : new Context(
                                    "",
                                    rank,
                                    threaded || rank == Context.NONE ? number : Context.NONE,
                                    Context.NONE,
                                    Context.NONE));
        }
        return contexts;
    }

    /// Accelerators belong to the process that uses them.
    private int rank(int group) {
        Integer rank = rankOfGroup.get(group);
        if (rank != null) return rank;
        Otf2Definitions.LocationGroup known = definitions.locationGroups.get(group);
        return known == null
                ? Context.NONE
                : rankOfGroup.getOrDefault(known.creator(), Context.NONE);
    }
}
