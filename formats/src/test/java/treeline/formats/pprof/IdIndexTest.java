package treeline.formats.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

class IdIndexTest {
    @Test
    void idsAreNumberedAsTheyComeHoweverLargeTheyAre() {
        var ids = new IdIndex();
        long[] some = {1, 7, -1, Long.MIN_VALUE, 1L << 40, 3, Long.MAX_VALUE};
        for (int i = 0; i < some.length; i++) {
            assertThat(ids.of(some[i])).isEqualTo(IdIndex.NONE);
            assertThat(ids.add(some[i])).isTrue();
        }
        for (int i = 0; i < some.length; i++) assertThat(ids.of(some[i])).isEqualTo(i);
        assertThat(ids.add(1L << 40)).as("again").isFalse();
    }

    @Test
    void manyAddressesAreFound() {
        var ids = new IdIndex();
        var random = new SplittableRandom(1);
        long[] addresses = random.longs(10_000).distinct().toArray();
        for (long address : addresses) ids.add(address);
        for (int i = 0; i < addresses.length; i++) assertThat(ids.of(addresses[i])).isEqualTo(i);
    }
}
