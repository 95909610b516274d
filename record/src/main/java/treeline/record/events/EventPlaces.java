package treeline.record.events;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Source locations of events by name: the line that first began each event in this process. An
/// unclosed event is detected elsewhere and later, and users look for its beginning. Stored only
/// for new call paths, so repeated events cost nothing.
public final class EventPlaces {
    /// Names that are made up as the program runs must not take its memory.
    private static final int MAX_PLACES = 10_000;

    private static final Map<String, String> PLACES = new ConcurrentHashMap<>();

    private EventPlaces() {}

    public static void keep(String name) {
        if (!PLACES.containsKey(name) && PLACES.size() < MAX_PLACES)
            PLACES.put(name, Misuse.callerPlace());
    }

    public static String of(String name) {
        return PLACES.getOrDefault(name, "unknown location");
    }
}
