package treeline.record.events;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/// Kinds of incorrect use of the recorder. None throws into the program: each is counted with its
/// first location and reported when the recording ends.
public enum Misuse {
    OUT_OF_ORDER("events were still open when their enclosing event was closed"),
    OTHER_THREAD("events were closed on a thread other than the one that started them"),
    TWICE("events were closed twice"),
    LEFT_OPEN("events were still open at the end of the recording or of their thread"),
    UNDECLARED_METRIC("values were given for undeclared metrics"),
    WRONG_KIND("a label was given a number, or a numeric metric a string"),
    CHANGED_LABEL("a label got different values at the same call path"),
    OTHER_LOOP("a call path was recorded with different loop modes"),
    FAR_ITERATION(
            "iteration numbers were negative or too far apart; these calls are part of the sums,"
                    + " but not stored by iteration"),
    CLOCK_BACK("the clock stepped back; these events count as 0 ns"),
    REPETITION_LIMIT("repetitions beyond repetition-limit were added to the last one"),
    DEPTH_LIMIT("events nested deeper than depth-limit were not recorded"),
    NO_NAME("events had no name"),
    NOT_A_NUMBER("values that are not finite were not added"),
    TRACE_FULL("events are missing in the trace, because it was full (raise trace-events)");

    /// The packages of the recorder that call this class on behalf of the program.
    private static final Set<String> RECORDER =
            Set.of("treeline.record", Misuse.class.getPackageName());

    public final String text;

    Misuse(String text) {
        this.text = text;
    }

    /// One kind of misuse in a run.
    public record Entry(long count, String firstPlace) {
        public Entry and(Entry later) {
            return new Entry(count + later.count, firstPlace);
        }
    }

    /// Misuse counts of one rank, from any of its threads; only misuse takes the lock.
    public static final class Log {
        private final Map<Misuse, Entry> entries = new EnumMap<>(Misuse.class);

        public void count(Misuse kind) {
            count(kind, 1, null);
        }

        public synchronized void count(
                Misuse kind, long times, @org.jspecify.annotations.Nullable String place) {
            Entry known = entries.get(kind);
            if (known != null) entries.put(kind, known.and(new Entry(times, "")));
            else entries.put(kind, new Entry(times, place == null ? callerPlace() : place));
        }

        public synchronized Map<Misuse, Entry> entries() {
            return new EnumMap<>(entries);
        }
    }

    /// What happened, how often, and where for the first time.
    public String sentence(Entry entry) {
        return entry.count() == 1
                ? "%s (%s)".formatted(text, entry.firstPlace())
                : "%s, %d times (first: %s)".formatted(text, entry.count(), entry.firstPlace());
    }

    /// The line of the program that called the recorder.
    static String callerPlace() {
        return StackWalker.getInstance()
                .walk(
                        frames ->
                                frames.filter(frame -> !isRecorder(frame.getClassName()))
                                        .findFirst()
                                        .map(Misuse::place)
                                        .orElse("unknown location"));
    }

    /// Tests of the recorder are in its packages and are programs that use it.
    private static boolean isRecorder(String className) {
        int end = className.lastIndexOf('.');
        return end >= 0
                && RECORDER.contains(className.substring(0, end))
                && !className.substring(end).contains("Test");
    }

    private static String place(StackWalker.StackFrame frame) {
        return "%s.%s(%s:%d)"
                .formatted(
                        frame.getClassName(),
                        frame.getMethodName(),
                        frame.getFileName(),
                        frame.getLineNumber());
    }
}
