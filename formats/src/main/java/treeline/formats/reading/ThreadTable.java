package treeline.formats.reading;

import treeline.model.Context;
import treeline.model.ProfileBuilder;
import treeline.text.NaturalOrder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Maps the process and thread ids of a tool to contexts.
///
/// A process is a rank. Its number is the one in the file; processes without one are numbered by id
/// after the others. A single process without a number has no rank. Threads count from 0 in each
/// process, because operating system ids differ from run to run. Streams keep the tool's number and
/// belong to the process that launched their work; if two devices of a process share a stream
/// number, the second one gets the next free number. The ids become context labels.
public final class ThreadTable {
    private static final Pattern STREAM_NUMBER =
            Pattern.compile("(?:(?i:stream)[ #]*)?(\\d{1,9})(?:\\D.*)?");

    private final Map<Key, Integer> handles = new HashMap<>();
    private final List<Key> keys = new ArrayList<>(); // by handle
    private final List<Map<String, String>> labels = new ArrayList<>();
    private final Map<String, Integer> givenRanks = new HashMap<>();

    /// @param process empty for streams if no process is known to use them
    /// @param device of a stream, empty for threads of the host
    private record Key(String process, String device, String thread, boolean stream) {}

    /// The thread of these ids; both empty is the whole program.
    public int of(String process, String thread) {
        return of(new Key(process, "", thread, false));
    }

    /// A stream of a device that a process uses.
    ///
    /// @param process empty if it is not known yet; see [#ownedBy]
    public int ofStream(String process, String device, String stream) {
        return of(new Key(process, device, stream, true));
    }

    /// A further row of a stream of a device, with a number of its own: files may show one stream
    /// in several rows.
    ///
    /// @param process empty if it is not known
    public int addStream(String process, String device, String stream) {
        return add(new Key(process, device, stream, true), new LinkedHashMap<>());
    }

    private int of(Key key) {
        Integer known = handles.get(key);
        return known != null ? known : add(key, new LinkedHashMap<>());
    }

    private int add(Key key, Map<String, String> texts) {
        int handle = keys.size();
        handles.putIfAbsent(key, handle);
        keys.add(key);
        labels.add(texts);
        if (!key.process.isEmpty()) label(handle, "pid", key.process);
        if (!key.device.isEmpty()) label(handle, "device", key.device);
        if (!key.thread.isEmpty()) label(handle, key.stream ? "stream" : "tid", key.thread);
        return handle;
    }

    /// The same stream as one that a process uses. Processes may share a device: each has a context
    /// of its own for it.
    public int ownedBy(String process, int stream) {
        Key key = keys.get(stream);
        if (process.isEmpty() || key.process.equals(process)) return stream;
        var owned = new Key(process, key.device, key.thread, true);
        if (!key.process.isEmpty()) {
            Integer known = handles.get(owned);
            if (known != null) return known;
            var copied = new LinkedHashMap<>(labels.get(stream));
            copied.remove("pid");
            return add(owned, copied);
        }
        keys.set(stream, owned);
        handles.remove(key, stream);
        handles.putIfAbsent(owned, stream);
        label(stream, "pid", process);
        return stream;
    }

    /// Sets the rank of a process.
    public void rank(String process, int rank) {
        givenRanks.put(process, rank);
    }

    /// Adds a text about a thread; the first text of a name stays.
    public void label(int thread, String name, String text) {
        labels.get(thread).putIfAbsent(name, text);
    }

    public int size() {
        return keys.size();
    }

    /// The id of a thread's process; empty if it is not known.
    public String process(int thread) {
        return keys.get(thread).process;
    }

    /// The device of a stream; empty for threads.
    public String device(int thread) {
        return keys.get(thread).device;
    }

    public boolean isStream(int thread) {
        return keys.get(thread).stream;
    }

    /// The ids of processes that have threads of the host, in their order.
    public List<String> hostProcesses() {
        Set<String> processes = new TreeSet<>(NaturalOrder.NATURAL);
        for (Key key : keys) if (!key.stream) processes.add(key.process);
        return List.copyOf(processes);
    }

    /// Makes the contexts with their labels; returns the builder's context of each thread.
    public int[] moveTo(ProfileBuilder builder) {
        int[] made = contexts().stream().mapToInt(builder::context).toArray();
        for (int thread = 0; thread < made.length; thread++) {
            int context = made[thread];
            labels.get(thread).forEach((name, text) -> builder.contextLabel(name, context, text));
        }
        return made;
    }

    /// The context of each thread.
    public List<Context> contexts() {
        List<Key> sorted = new ArrayList<>(new HashSet<>(keys));
        sorted.sort(
                Comparator.comparing(Key::process, NaturalOrder.NATURAL)
                        .thenComparing(Key::device, NaturalOrder.NATURAL)
                        .thenComparing(Key::thread, NaturalOrder.NATURAL));
        Map<String, Integer> ranks = ranks(sorted);
        Map<Key, Integer> streams = streams(sorted, ranks);
        Map<Integer, Integer> threads = new HashMap<>(); // of each rank
        Map<Key, Context> contexts = new HashMap<>();
        for (Key key : sorted) {
            int rank = ranks.getOrDefault(key.process, Context.NONE);
            boolean unnumbered = key.stream || key.thread.isEmpty();
            int thread = unnumbered ? Context.NONE : threads.merge(rank, 1, Integer::sum) - 1;
            int stream = streams.getOrDefault(key, Context.NONE);
            contexts.put(key, new Context("", rank, thread, stream, Context.NONE));
        }
        return keys.stream().map(key -> known(contexts, key)).toList();
    }

    private Map<String, Integer> ranks(List<Key> sorted) {
        Map<String, Integer> ranks = new HashMap<>(givenRanks);
        Set<String> processes = new LinkedHashSet<>();
        boolean hasUnknown = false; // threads of which no process is known
        for (Key key : sorted) {
            if (!key.process.isEmpty()) processes.add(key.process);
            else if (!key.stream) hasUnknown = true;
        }
        if (processes.size() < 2 && givenRanks.isEmpty()) return Map.of();
        int next = givenRanks.values().stream().mapToInt(rank -> rank + 1).max().orElse(0);
        for (String process : processes) if (ranks.putIfAbsent(process, next) == null) next++;
        if (processes.size() == 1) ranks.putIfAbsent("", known(ranks, processes.iterator().next()));
        else if (hasUnknown) ranks.putIfAbsent("", next);
        return ranks;
    }

    private static <K, V> V known(Map<K, V> values, K key) {
        return Objects.requireNonNull(values.get(key));
    }

    /// The numbers of streams, each once in a rank.
    private static Map<Key, Integer> streams(List<Key> sorted, Map<String, Integer> ranks) {
        Map<Key, Integer> numbers = new HashMap<>();
        Map<Integer, Set<Integer>> used = new HashMap<>(); // of each rank
        List<Key> unnumbered = new ArrayList<>();
        for (Key key : sorted) {
            if (!key.stream) continue;
            int rank = ranks.getOrDefault(key.process, Context.NONE);
            Set<Integer> taken = used.computeIfAbsent(rank, _ -> new HashSet<>());
            int own = streamNumber(key.thread);
            if (own != Context.NONE && taken.add(own)) numbers.put(key, own);
            else unnumbered.add(key);
        }
        Map<Integer, Integer> next = new HashMap<>();
        for (Key key : unnumbered) {
            int rank = ranks.getOrDefault(key.process, Context.NONE);
            int after = known(used, rank).stream().mapToInt(each -> each + 1).max().orElse(0);
            numbers.put(key, next.merge(rank, after, (number, _) -> number + 1));
        }
        return numbers;
    }

    /// `7` of `7`, `stream 7` and `Stream #7(Compute)`.
    private static int streamNumber(String text) {
        Matcher number = STREAM_NUMBER.matcher(text);
        return number.matches() ? Integer.parseInt(number.group(1)) : Context.NONE;
    }
}
