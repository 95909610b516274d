package treeline.formats.reading;

import treeline.model.Context;
import treeline.model.NaturalOrder;
import treeline.model.ProfileBuilder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Threads that a tool knows by the ids of their process and their own, as contexts. Ids of an
/// operating system say nothing to people who compare runs: threads count from 0 in the order of
/// their ids and, where there are several processes, these are ranks in the order of theirs. The
/// ids are labels of the context.
public final class ThreadTable {
    private final Map<Key, Integer> handles = new LinkedHashMap<>();
    private final List<Map<String, String>> labels = new ArrayList<>();
    private final Map<String, Integer> givenRanks = new HashMap<>();

    /// @param device of a stream, empty for threads of the host
    private record Key(String process, String device, String thread, boolean stream) {}

    /// The thread of these ids; both empty is the whole program.
    public int of(String process, String thread) {
        return of(new Key(process, "", thread, false));
    }

    /// A stream of a device, of which nobody knows whose process uses it.
    public int ofStream(String device, String stream) {
        return ofStream("", device, stream);
    }

    /// A stream of a device that a process uses.
    public int ofStream(String process, String device, String stream) {
        return of(new Key(process, device, stream, true));
    }

    /// Says which rank a process is; then no process is a rank only because there are several.
    public void rank(String process, int rank) {
        givenRanks.put(process, rank);
    }

    private int of(Key key) {
        Integer known = handles.get(key);
        if (known != null) return known;
        handles.put(key, labels.size());
        labels.add(new LinkedHashMap<>());
        if (!key.process.isEmpty()) label(labels.size() - 1, "pid", key.process);
        if (!key.device.isEmpty()) label(labels.size() - 1, "device", key.device);
        if (!key.thread.isEmpty())
            label(labels.size() - 1, key.stream ? "stream" : "tid", key.thread);
        return labels.size() - 1;
    }

    /// A text about a thread; what was said first stays.
    public void label(int thread, String name, String text) {
        labels.get(thread).putIfAbsent(name, text);
    }

    public int size() {
        return labels.size();
    }

    /// Makes the contexts with their labels; returns the builder's context of each thread.
    public int[] moveTo(ProfileBuilder builder) {
        int[] handles = contexts().stream().mapToInt(builder::context).toArray();
        for (int thread = 0; thread < handles.length; thread++) {
            int context = handles[thread];
            labels.get(thread).forEach((name, text) -> builder.contextLabel(name, context, text));
        }
        return handles;
    }

    /// The context of each thread.
    public List<Context> contexts() {
        List<Key> sorted = new ArrayList<>(handles.keySet());
        sorted.sort(
                Comparator.comparing(Key::process, NaturalOrder.NATURAL)
                        .thenComparing(Key::device, NaturalOrder.NATURAL)
                        .thenComparing(Key::thread, NaturalOrder.NATURAL));
        Map<String, Integer> ranks = givenRanks.isEmpty() ? ranks(sorted) : givenRanks;
        Map<Integer, Integer> threads = new HashMap<>(); // of each rank
        Map<Integer, Integer> streams = new HashMap<>();
        var contexts = new Context[labels.size()];
        for (Key key : sorted) {
            int rank = ranks.getOrDefault(key.process, Context.NONE);
            boolean unnumbered = key.stream || key.thread.isEmpty();
            int thread = unnumbered ? Context.NONE : threads.merge(rank, 1, Integer::sum) - 1;
            int stream = key.stream ? streams.merge(rank, 1, Integer::sum) - 1 : Context.NONE;
            contexts[known(handles, key)] = new Context("", rank, thread, stream, Context.NONE);
        }
        return List.of(contexts);
    }

    private static <K> int known(Map<K, Integer> numbers, K key) {
        return Objects.requireNonNull(numbers.get(key));
    }

    /// One process is the program, several are ranks.
    private static Map<String, Integer> ranks(List<Key> sorted) {
        Map<String, Integer> ranks = new HashMap<>();
        for (Key key : sorted) if (!key.stream) ranks.putIfAbsent(key.process, ranks.size());
        return ranks.size() < 2 ? Map.of() : ranks;
    }
}
