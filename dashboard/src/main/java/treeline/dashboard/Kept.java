package treeline.dashboard;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// A small LRU cache. Concurrent requests for the same value wait for one computation; failures are
/// not cached.
final class Kept<K, V> {

    @FunctionalInterface
    interface Making<V> {
        V make() throws IOException;
    }

    private static final class Place<V> {
        private @Nullable V value;

        synchronized V get(Making<V> making) throws IOException {
            if (value == null) value = making.make();
            return value;
        }
    }

    private final Map<K, Place<V>> places;

    Kept(int most) {
        this.places =
                new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<K, Place<V>> eldest) {
                        return size() > most;
                    }
                };
    }

    V get(K key, Making<V> making) throws IOException {
        Place<V> place;
        synchronized (places) {
            place = places.computeIfAbsent(key, _ -> new Place<>());
        }
        return place.get(making);
    }
}
