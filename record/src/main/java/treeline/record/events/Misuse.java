package treeline.record.events;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/// Ways to use the recorder wrongly. None throws into the program: each is counted, with the place
/// where it happened first, and told when the recording ends.
public enum Misuse {
    OUT_OF_ORDER("events were not closed before the event around them"),
    OTHER_THREAD("events were closed on another thread than the one that began them"),
    TWICE("events were closed twice"),
    LEFT_OPEN("events were still open at the end of the recording or of their thread"),
    UNDECLARED_METRIC("values were given for metrics that were not declared"),
    WRONG_KIND("a metric declared as consistent got a number, or an inconsistent one a text"),
    CHANGED_LABEL("a consistent metric got different texts at one call path"),
    OTHER_LOOP("one call path was recorded with different loop modes"),
    FAR_ITERATION("iteration numbers were negative or too far apart to be kept"),
    CLOCK_BACK("the clock stepped back; these events count as 0 ns"),
    REPETITION_LIMIT("repetitions beyond the limit were added to the last one"),
    DEPTH_LIMIT("events deeper than the limit were not recorded"),
    NO_NAME("events had no name"),
    NOT_A_NUMBER("values that are not finite numbers were not added");

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

    /// Counts of one rank, from any of its threads: only misuse pays for the lock.
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

    /// The line of the program that called the recorder.
    static String callerPlace() {
        return StackWalker.getInstance()
                .walk(
                        frames ->
                                frames.filter(frame -> !isRecorder(frame.getClassName()))
                                        .findFirst()
                                        .map(Misuse::place)
                                        .orElse("unknown place"));
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
