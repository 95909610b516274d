package treeline.model;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Objects;

/// The origin of a value: rank, thread or GPU stream, host, and repetition. A repetition is a call
/// of the main event or, if several executions are read as one run, an execution. Parts that do not
/// apply are [#NONE] (the host: empty).
///
/// Contexts are ordered by rank, thread, stream, repetition, then host.
public record Context(String host, int rank, int thread, int stream, int repetition)
        implements Comparable<Context>, Serializable {

    public static final int NONE = -1;

    /// The single context of a program without ranks and threads.
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

    public static Context ofHost(String host) {
        return new Context(host, NONE, NONE, NONE, NONE);
    }

    public static Context ofRank(int rank) {
        return new Context("", rank, NONE, NONE, NONE);
    }

    public static Context ofThread(int rank, int thread) {
        return new Context("", rank, thread, NONE, NONE);
    }

    /// The process of the thread or stream: its rank and host, in the same repetition.
    public Context process() {
        return new Context(host, rank, NONE, NONE, repetition);
    }

    public Context inRepetition(int index) {
        return new Context(host, rank, thread, stream, index);
    }

    @Override
    public int compareTo(Context other) {
        return ORDER.compare(this, other);
    }

    /// A short name: `rank 3`, `rank 3 thread 1 repetition 0`, `whole program`.
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
