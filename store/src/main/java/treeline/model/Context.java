package treeline.model;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Objects;

/// Who measured: a rank, thread or GPU stream of a run and which repetition of the main event or,
/// where executions of a program are read as one run, of the program. Parts that do not apply are
/// [#NONE] (the host: empty).
///
/// Contexts sort by rank, thread, stream, repetition, then host: the order in which people count
/// them.
public record Context(String host, int rank, int thread, int stream, int repetition)
        implements Comparable<Context>, Serializable {

    public static final int NONE = -1;

    /// The one context of a program that has neither ranks nor threads.
    public static final Context WHOLE = new Context("", NONE, NONE, NONE, NONE);

    private static final Comparator<Context> ORDER =
            Comparator.comparingInt(Context::rank)
                    .thenComparingInt(Context::thread)
                    .thenComparingInt(Context::stream)
                    .thenComparingInt(Context::repetition)
                    .thenComparing(Context::host);

    public Context {
        Objects.requireNonNull(host, "host");
        if (rank < NONE || thread < NONE || stream < NONE || repetition < NONE)
            throw new IllegalArgumentException(
                    "context parts count from 0: rank %d, thread %d, stream %d, repetition %d"
                            .formatted(rank, thread, stream, repetition));
    }

    public static Context ofRank(int rank) {
        return new Context("", rank, NONE, NONE, NONE);
    }

    public static Context ofThread(int rank, int thread) {
        return new Context("", rank, thread, NONE, NONE);
    }

    public Context inRepetition(int index) {
        return new Context(host, rank, thread, stream, index);
    }

    @Override
    public int compareTo(Context other) {
        return ORDER.compare(this, other);
    }

    /// Short and readable: `rank 3`, `rank 3 thread 1 repetition 0`, `whole program`.
    @Override
    public String toString() {
        var text = new StringBuilder();
        if (!host.isEmpty()) text.append(host);
        append(text, "rank", rank);
        append(text, "thread", thread);
        append(text, "stream", stream);
        append(text, "repetition", repetition);
        return text.isEmpty() ? "whole program" : text.toString();
    }

    private static void append(StringBuilder text, String part, int index) {
        if (index == NONE) return;
        if (!text.isEmpty()) text.append(' ');
        text.append(part).append(' ').append(index);
    }
}
