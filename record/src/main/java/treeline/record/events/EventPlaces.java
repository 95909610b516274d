package treeline.record.events;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Where the program begins events, by name: the line that began the first of each in this process.
/// An event that is not closed is noticed elsewhere and later, and people look for its begin. Kept
/// when a call path is new, so that events that come again cost nothing.
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
        return PLACES.getOrDefault(name, "unknown place");
    }
}
