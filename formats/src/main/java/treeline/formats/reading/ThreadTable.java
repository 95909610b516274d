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

    private record Key(String process, String thread, boolean stream) {}

    /// The thread of these ids; both empty is the whole program.
    public int of(String process, String thread) {
        return of(new Key(process, thread, false));
    }

    /// A stream of a device, which belongs to the process that is named or, without a name, to the
    /// only one.
    public int ofStream(String device, String stream) {
        return of(new Key(device, stream, true));
    }

    private int of(Key key) {
        Integer known = handles.get(key);
        if (known != null) return known;
        handles.put(key, labels.size());
        labels.add(new LinkedHashMap<>());
        if (!key.process.isEmpty())
            label(labels.size() - 1, key.stream ? "device" : "pid", key.process);
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
                        .thenComparing(Key::thread, NaturalOrder.NATURAL));
        Map<String, Integer> ranks = ranks(sorted);
        Map<Integer, Integer> counted = new HashMap<>(); // threads of each rank
        int streams = 0;
        var contexts = new Context[labels.size()];
        for (Key key : sorted) {
            int rank = key.stream || ranks.size() < 2 ? Context.NONE : known(ranks, key.process);
            boolean unnumbered = key.stream || key.thread.isEmpty();
            int thread = unnumbered ? Context.NONE : counted.merge(rank, 1, Integer::sum) - 1;
            int stream = key.stream ? streams++ : Context.NONE;
            contexts[known(handles, key)] = new Context("", rank, thread, stream, Context.NONE);
        }
        return List.of(contexts);
    }

    private static <K> int known(Map<K, Integer> numbers, K key) {
        return Objects.requireNonNull(numbers.get(key));
    }

    private static Map<String, Integer> ranks(List<Key> sorted) {
        Map<String, Integer> ranks = new HashMap<>();
        for (Key key : sorted) if (!key.stream) ranks.putIfAbsent(key.process, ranks.size());
        return ranks;
    }
}
