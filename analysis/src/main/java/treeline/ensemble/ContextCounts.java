package treeline.ensemble;

import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/// Derived metadata: the number of ranks, threads and hosts of a run, counted from its contexts.
/// Many files lack these numbers, and users group runs by them.
///
/// - `ranks` is set if ranks are numbered from 0 without gaps; a file with a subset of ranks does
///   not reveal their total.
/// - `threads` is the maximum number of threads of a rank.
/// - `hosts` is set if every context has a host and no rank has two.
///
/// Metadata in the file takes precedence. If the file stores its process count under another key, a
/// different `ranks` is not added.
public final class ContextCounts {
    static final String RANKS = "ranks";
    static final String THREADS = "threads";
    static final String HOSTS = "hosts";

    private ContextCounts() {}

    public static Metadata addedTo(Metadata own, List<Context> contexts) {
        Metadata all = own;
        OptionalInt ranks = ranks(contexts);
        if (ranks.isPresent() && !contradicts(own, ranks.getAsInt()))
            all = added(all, RANKS, ranks);
        return added(added(all, THREADS, threads(contexts)), HOSTS, hosts(contexts));
    }

    private static Metadata added(Metadata metadata, String name, OptionalInt count) {
        if (count.isEmpty() || metadata.keys().contains(name)) return metadata;
        return metadata.with(name, count.getAsInt());
    }

    private static boolean contradicts(Metadata own, int ranks) {
        return ProcessCount.OF_TOOLS.stream()
                .flatMap(name -> own.get(name).stream())
                .anyMatch(value -> !MetadataValues.same(value).equals(new Value.Whole(ranks)));
    }

    private static OptionalInt ranks(List<Context> contexts) {
        Set<Integer> ranks = new HashSet<>();
        for (Context each : contexts) ranks.add(each.rank());
        boolean complete = !ranks.contains(Context.NONE) && ranks.contains(ranks.size() - 1);
        for (int rank : ranks) complete &= rank < ranks.size();
        return complete ? OptionalInt.of(ranks.size()) : OptionalInt.empty();
    }

    private static OptionalInt threads(List<Context> contexts) {
        List<Context> threads =
                contexts.stream()
                        .filter(each -> each.thread() != Context.NONE)
                        .filter(each -> each.stream() == Context.NONE)
                        .toList();
        return most(threads, Context::rank, Context::thread);
    }

    private static OptionalInt hosts(List<Context> contexts) {
        if (contexts.stream().anyMatch(each -> each.host().isEmpty())) return OptionalInt.empty();
        if (most(contexts, Context::rank, Context::host).orElse(0) != 1) return OptionalInt.empty();
        return OptionalInt.of((int) contexts.stream().map(Context::host).distinct().count());
    }

    /// The largest number of different parts that something has.
    private static OptionalInt most(
            List<Context> contexts, Function<Context, Object> of, Function<Context, Object> part) {
        Map<Object, Set<Object>> parts = new HashMap<>();
        for (Context each : contexts)
            parts.computeIfAbsent(of.apply(each), _ -> new HashSet<>()).add(part.apply(each));
        return parts.values().stream().mapToInt(Set::size).max();
    }
}
