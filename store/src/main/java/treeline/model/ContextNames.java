package treeline.model;

import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The names of contexts, the same on every screen: `rank 3`, `rank 3 thread 1`, `main`, `worker
/// (thread 5)`, `device 1 stream 7`.
///
/// - A rank or repetition is part of the name unless it is the same for several contexts.
/// - A host is part of the name if there are several and contexts have no rank.
/// - A thread is called by the name that the tool stored, with its number if another thread of the
///   rank has the same name.
/// - A stream keeps the number that the tool gave it, with its device if the rank has several.
///
/// Distinct contexts have distinct names.
public final class ContextNames implements Serializable {
    private static final long serialVersionUID = 1;

    /// Labels that hold the names of threads, in lower case and letters only.
    private static final List<String> THREAD_NAMES = List.of("threadname", "thread", "profile");

    private static final String STREAM = "stream";
    private static final String DEVICE = "device";

    /// What profilers write if a thread or stream has a number only, or before the name of its
    /// program: `thread 4711 (python)`.
    private static final Pattern NUMBERED =
            Pattern.compile("(?i)(?:thread|stream)?[ #]*\\d+(?:[ #]*\\d+)*(?:\\s*\\((.+)\\))?\\s*");

    private final List<Context> contexts;
    private final List<String> threadNames; // empty if no thread has one
    private final List<String> devices; // empty if no rank has several
    private final int[] streams;
    private final boolean severalRanks;
    private final boolean severalHosts;
    private final boolean severalRepetitions;
    private transient volatile @Nullable List<String> names;

    private ContextNames(List<Context> contexts, List<Label> labels) {
        this.contexts = contexts;
        this.threadNames = threadNames(contexts.size(), labels);
        this.streams = streams(contexts, labels);
        this.devices = devices(contexts, labels);
        this.severalRanks = isTold(contexts, Context::rank);
        this.severalHosts = several(contexts, Context::host);
        this.severalRepetitions = isTold(contexts, Context::repetition);
    }

    public static ContextNames of(Outline outline) {
        return of(outline.contexts(), outline.contextLabels());
    }

    /// The names of some contexts.
    ///
    /// @param labels of these contexts
    public static ContextNames of(List<Context> contexts, List<Label> labels) {
        return new ContextNames(List.copyOf(contexts), labels);
    }

    private static <T> boolean several(List<Context> contexts, Function<Context, T> part) {
        return contexts.stream().map(part).distinct().limit(2).count() > 1;
    }

    /// A part that all contexts share says nothing, unless it is the part of a single context.
    private static boolean isTold(List<Context> contexts, Function<Context, Integer> part) {
        return contexts.size() == 1 || several(contexts, part);
    }

    private static List<String> threadNames(int size, List<Label> labels) {
        for (String kind : THREAD_NAMES)
            for (Label label : labels)
                if (letters(label.name()).equals(kind)) {
                    List<String> names = new ArrayList<>(size);
                    for (int i = 0; i < size; i++) names.add(withoutNumber(label.at(i).strip()));
                    if (names.stream().anyMatch(name -> !name.isEmpty())) return List.copyOf(names);
                }
        return List.of();
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    }

    private static String withoutNumber(String name) {
        Matcher numbered = NUMBERED.matcher(name);
        if (!numbered.matches()) return name;
        return numbered.group(1) == null ? "" : numbered.group(1).strip();
    }

    private static int[] streams(List<Context> contexts, List<Label> labels) {
        int[] streams = contexts.stream().mapToInt(Context::stream).toArray();
        for (Label label : labels) {
            if (!label.name().equals(STREAM)) continue;
            for (int i = 0; i < streams.length; i++)
                if (streams[i] != Context.NONE && label.at(i).matches("\\d{1,9}"))
                    streams[i] = Integer.parseInt(label.at(i));
        }
        return streams;
    }

    private static List<String> devices(List<Context> contexts, List<Label> labels) {
        for (Label label : labels) {
            if (!label.name().equals(DEVICE)) continue;
            Map<Integer, String> ofRank = new HashMap<>();
            boolean several = false;
            for (int i = 0; i < contexts.size(); i++) {
                if (contexts.get(i).stream() == Context.NONE || label.at(i).isEmpty()) continue;
                String other = ofRank.putIfAbsent(contexts.get(i).rank(), label.at(i));
                several |= other != null && !other.equals(label.at(i));
            }
            if (!several) return List.of();
            List<String> devices = new ArrayList<>();
            for (int i = 0; i < contexts.size(); i++) devices.add(label.at(i));
            return List.copyOf(devices);
        }
        return List.of();
    }

    public int size() {
        return contexts.size();
    }

    public String name(int context) {
        return names().get(context);
    }

    /// All names, in the order of contexts.
    public List<String> names() {
        List<String> known = names;
        if (known == null) names = known = List.copyOf(distinct());
        return known;
    }

    /// Whether the tool stored names or numbers that contexts do not have themselves.
    public boolean hasStoredNames() {
        return !threadNames.isEmpty()
                || !devices.isEmpty()
                || IntStream.range(0, streams.length)
                        .anyMatch(at -> streams[at] != contexts.get(at).stream());
    }

    /// What the tool called a thread or stream, empty if nothing but its number.
    public String threadName(int context) {
        return threadNames.isEmpty() ? "" : threadNames.get(context);
    }

    /// The number that the tool gave a stream, [Context#NONE] for other contexts. Two devices may
    /// have streams of one number.
    public int stream(int context) {
        return streams[context];
    }

    private List<String> distinct() {
        Set<String> ambiguous = ambiguousThreads();
        List<String> all = new ArrayList<>(contexts.size());
        Map<String, Integer> count = new HashMap<>();
        for (int i = 0; i < contexts.size(); i++) {
            String name = shortName(i, ambiguous);
            all.add(name);
            count.merge(name, 1, Integer::sum);
        }
        if (count.size() == all.size()) return all;
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < all.size(); i++)
            if (count.getOrDefault(all.get(i), 0) == 1) taken.add(all.get(i));
        for (int i = 0; i < all.size(); i++)
            if (count.getOrDefault(all.get(i), 0) > 1) all.set(i, another(i, all.get(i), taken));
        return all;
    }

    /// The whole context, for the few whose short names are equal.
    private String another(int context, String name, Set<String> taken) {
        String whole = contexts.get(context).toString();
        if (taken.add(whole)) return whole;
        String both = "%s (%s)".formatted(name, whole);
        for (int i = 2; !taken.add(both); i++) both = "%s (%s) #%d".formatted(name, whole, i);
        return both;
    }

    /// The names of threads that several threads of a rank have.
    private Set<String> ambiguousThreads() {
        Set<String> ambiguous = new HashSet<>();
        Map<String, Context> first = new HashMap<>();
        for (int i = 0; i < threadNames.size(); i++) {
            if (threadNames.get(i).isEmpty()) continue;
            Context thread = contexts.get(i).inRepetition(Context.NONE);
            Context other = first.putIfAbsent(keyOf(i), thread);
            if (other != null && !other.equals(thread)) ambiguous.add(keyOf(i));
        }
        return ambiguous;
    }

    private String keyOf(int context) {
        Context of = contexts.get(context);
        return "%d %s %s".formatted(of.rank(), of.host(), threadNames.get(context));
    }

    private String shortName(int at, Set<String> ambiguous) {
        Context context = contexts.get(at);
        List<String> parts = new ArrayList<>();
        String inside = inside(at, ambiguous);
        boolean alone = inside.isEmpty();
        if (context.rank() != Context.NONE && (severalRanks || alone))
            parts.add("rank " + context.rank());
        boolean hosts = context.rank() == Context.NONE && (severalHosts || alone);
        if (hosts && !context.host().isEmpty()) parts.add(context.host());
        if (!alone) parts.add(inside);
        if (context.repetition() != Context.NONE && (severalRepetitions || parts.isEmpty()))
            parts.add("repetition " + context.repetition());
        return parts.isEmpty() ? context.toString() : String.join(" ", parts);
    }

    /// The thread or stream within its rank.
    private String inside(int at, Set<String> ambiguous) {
        Context context = contexts.get(at);
        List<String> parts = new ArrayList<>();
        if (context.thread() != Context.NONE) parts.add("thread " + context.thread());
        if (context.stream() != Context.NONE) {
            if (!devices.isEmpty() && !devices.get(at).isEmpty())
                parts.add("device " + devices.get(at));
            parts.add("stream " + streams[at]);
        }
        String number = String.join(" ", parts);
        String name = threadName(at);
        if (number.isEmpty() || name.isEmpty()) return number;
        return ambiguous.contains(keyOf(at)) ? "%s (%s)".formatted(name, number) : name;
    }
}
