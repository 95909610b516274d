package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.FlightEvent;

import java.util.Arrays;

/// Mirrors the events of one thread to JDK Flight Recorder. Loaded only on request, because the JVM
/// may lack the module `jdk.jfr`.
final class FlightMirror {
    private final int rank;
    private @Nullable FlightEvent[] open = new FlightEvent[8];

    FlightMirror(int rank) {
        this.rank = rank;
    }

    static void requireFlightRecorder() {
        try {
            Class.forName("jdk.jfr.Event");
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException(
                    "this JVM has no module jdk.jfr; add it with --add-modules jdk.jfr, or do not"
                            + " set the option jfr",
                    missing);
        }
    }

    void begin(int level) {
        if (level >= open.length) open = Arrays.copyOf(open, level * 2);
        var flight = new FlightEvent();
        if (!flight.isEnabled()) {
            open[level] = null;
            return;
        }
        open[level] = flight;
        flight.begin();
    }

    void end(Event event) {
        FlightEvent flight = event.level < open.length ? open[event.level] : null;
        if (flight == null) return;
        open[event.level] = null;
        flight.end();
        if (!flight.shouldCommit()) return;
        flight.name = event.node.name;
        flight.depth = event.level;
        flight.rank = rank;
        flight.iteration = event.iteration;
        flight.commit();
    }
}
