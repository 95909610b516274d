package treeline.dashboard.runs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;

/// A small LRU cache. Concurrent requests for the same value wait for one computation; failures are
/// not cached. Values are dropped when memory runs short.
public final class Kept<K, V> {

    @FunctionalInterface
    public interface Making<V> {
        V make() throws IOException;
    }

    private static final class Place<V> {
        private @Nullable SoftReference<V> value;

        synchronized V get(Making<V> making) throws IOException {
            V known = value == null ? null : value.get();
            if (known != null) return known;
            V made = making.make();
            value = new SoftReference<>(made);
            return made;
        }
    }

    private final Map<K, Place<V>> places;

    public Kept(int most) {
        this.places =
                new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<K, Place<V>> eldest) {
                        return size() > most;
                    }
                };
    }

    public V get(K key, Making<V> making) throws IOException {
        Place<V> place;
        synchronized (places) {
            place = places.computeIfAbsent(key, _ -> new Place<>());
        }
        return place.get(making);
    }
}
