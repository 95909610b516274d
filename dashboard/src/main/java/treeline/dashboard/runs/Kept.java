package treeline.dashboard.runs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/// A small LRU cache. Concurrent requests for the same value wait for one computation; failures are
/// not cached. Values are dropped when memory runs short, and when all caches together are too
/// large ([KeptBytes]).
public final class Kept<K, V> {

    @FunctionalInterface
    public interface Making<V> {
        V make() throws IOException;
    }

    private static final class Place<V> implements KeptBytes.Droppable {
        private volatile @Nullable SoftReference<V> value;

        private @Nullable V known() {
            SoftReference<V> kept = value;
            return kept == null ? null : kept.get();
        }

        /// Without a lock: its holder may be making a value for minutes.
        @Override
        public void drop() {
            value = null;
        }
    }

    private final Map<K, Place<V>> places;
    private final KeptBytes all;
    private final ToLongFunction<V> size;

    /// A cache of few values that are small, or are what open runs consist of.
    public Kept(int most) {
        this(most, new KeptBytes(Long.MAX_VALUE), _ -> 0);
    }

    /// @param all counts the bytes of several caches
    /// @param size the bytes of a value, about
    public Kept(int most, KeptBytes all, ToLongFunction<V> size) {
        this.all = all;
        this.size = size;
        this.places =
                new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<K, Place<V>> eldest) {
                        if (size() <= most) return false;
                        all.forget(eldest.getValue());
                        return true;
                    }
                };
    }

    public V get(K key, Making<V> making) throws IOException {
        Place<V> place;
        synchronized (places) {
            place = places.computeIfAbsent(key, _ -> new Place<>());
        }
        synchronized (place) {
            V known = place.known();
            if (known == null) return made(place, making.make());
            all.used(place);
            return known;
        }
    }

    private V made(Place<V> place, V made) {
        place.value = new SoftReference<>(made);
        all.made(place, size.applyAsLong(made));
        return made;
    }
}
