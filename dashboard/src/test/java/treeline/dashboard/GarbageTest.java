package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

class GarbageTest {
    private static final long MIB = 1L << 20;

    /// A heap in which 100 MiB are in use, and each answer leaves 10 MiB.
    @Test
    void theHeapStaysBelowTwiceWhatIsInUseAndAFixedAmount() {
        var used = new AtomicLong(100 * MIB);
        var collections = new AtomicInteger();
        var garbage =
                new Garbage(
                        used::get,
                        () -> {
                            collections.incrementAndGet();
                            used.set(100 * MIB);
                        });
        for (int answer = 0; answer < 1_000; answer++) {
            used.addAndGet(10 * MIB);
            garbage.collect();
            assertThat(used.get()).isLessThanOrEqualTo(200 * MIB + Garbage.ALWAYS_ALLOWED);
        }
        assertThat(collections.get()).isBetween(10, 40);
    }
}
