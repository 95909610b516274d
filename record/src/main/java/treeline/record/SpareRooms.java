package treeline.record;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/// A few message writers to use again: thousands of ranks of one JVM that write their messages one
/// after the other would fill its memory with rooms used once.
final class SpareRooms {
    /// As many as cores write at once on small machines; not more than a megabyte in all.
    private static final int PLACES = 4;

    private static final int LARGEST_KEPT = 1 << 18;
    private static final int FIRST_ROOM = 1 << 10;

    private final AtomicReferenceArray<@Nullable MessageWriter> places =
            new AtomicReferenceArray<>(PLACES);

    MessageWriter take() {
        for (int place = 0; place < PLACES; place++) {
            MessageWriter spare = places.getAndSet(place, null);
            if (spare != null) return spare;
        }
        return new MessageWriter(FIRST_ROOM);
    }

    void giveBack(MessageWriter used) {
        if (used.room() > LARGEST_KEPT) return;
        used.clear();
        for (int place = 0; place < PLACES; place++)
            if (places.compareAndSet(place, null, used)) return;
    }
}
