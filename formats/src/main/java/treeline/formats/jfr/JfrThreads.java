package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedThread;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The threads of a recording, numbered by first occurrence, with their names and ids as labels.
/// All virtual threads are one thread, because a program may start millions. If all events of our
/// recorder belong to one rank, so does the whole JVM; otherwise only the threads that ran them.
final class JfrThreads {
    private static final String VIRTUAL = "(virtual threads)";
    private static final String UNKNOWN = "(unknown thread)";

    private final ReadReport.Log log;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Facts> facts = new ArrayList<>();
    private final List<Integer> ranks = new ArrayList<>();

    /// The properties of a thread.
    private record Facts(String name, long javaId, long osId) {}

    JfrThreads(ReadReport.Log log) {
        this.log = log;
    }

    int number(@Nullable RecordedThread thread) {
        if (thread == null) return number(UNKNOWN, new Facts(UNKNOWN, 0, 0));
        if (thread.isVirtual()) {
            log.note("virtual threads are combined into one context", "");
            return number(VIRTUAL, new Facts(VIRTUAL, 0, 0));
        }
        long javaId = thread.getJavaThreadId();
        long osId = thread.getOSThreadId();
        String name = name(thread);
        String key = javaId > 0 ? "java " + javaId : "os " + osId + " " + name;
        return number(key, new Facts(name, javaId, osId));
    }

    /// The name of a thread; virtual threads share one.
    static String name(RecordedThread thread) {
        if (thread.isVirtual()) return VIRTUAL;
        String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
        return name == null ? "" : name;
    }

    private int number(String key, Facts known) {
        return numbers.computeIfAbsent(
                key,
                _ -> {
                    facts.add(known);
                    ranks.add(Context.NONE);
                    return numbers.size();
                });
    }

    int size() {
        return facts.size();
    }

    /// An event of the recorder was of this rank.
    void isOfRank(int thread, int rank) {
        if (ranks.get(thread) == Context.NONE) ranks.set(thread, rank);
    }

    /// The context of a thread.
    Context context(int thread) {
        return context(thread, rank(thread));
    }

    private static Context context(int thread, int rank) {
        return new Context("", rank, thread, Context.NONE, Context.NONE);
    }

    private int rank(int thread) {
        List<Integer> known =
                ranks.stream().filter(rank -> rank != Context.NONE).distinct().toList();
        return known.size() == 1 ? known.getFirst() : ranks.get(thread);
    }

    /// The builder's context of each thread.
    int context(ProfileBuilder builder, int thread) {
        return context(builder, thread, rank(thread));
    }

    int context(ProfileBuilder builder, int thread, int rank) {
        int context = builder.context(context(thread, rank));
        Facts known = facts.get(thread);
        if (!known.name.isEmpty()) builder.contextLabel("thread name", context, known.name);
        if (known.javaId > 0)
            builder.contextLabel("java thread id", context, Long.toString(known.javaId));
        if (known.osId > 0)
            builder.contextLabel("os thread id", context, Long.toString(known.osId));
        return context;
    }
}
