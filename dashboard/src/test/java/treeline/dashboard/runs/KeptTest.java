package treeline.dashboard.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

class KeptTest {
    private final KeptBytes all = new KeptBytes(1_000);
    private final AtomicInteger made = new AtomicInteger();

    private Kept<String, String> cache(int most) {
        return new Kept<>(most, all, String::length);
    }

    private String get(Kept<String, String> from, String key, int size) throws IOException {
        return from.get(
                key,
                () -> {
                    made.incrementAndGet();
                    return "x".repeat(size);
                });
    }

    @Test
    void whateverIsAskedForTheCachesStayWithinTheirBound() throws IOException {
        List<Kept<String, String>> caches = List.of(cache(3), cache(100), cache(1_000));
        var random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            Kept<String, String> one = caches.get(random.nextInt(caches.size()));
            int size = random.nextInt(300);
            assertThat(get(one, "key " + size, size)).hasSize(size);
            assertThat(all.total()).isBetween(0L, 1_000L);
        }
        assertThat(made.get()).isBetween(1_000, 9_999);
    }

    @Test
    void whatWasUsedLeastRecentlyIsDroppedWhicheverCacheItIsIn() throws IOException {
        Kept<String, String> one = cache(10);
        Kept<String, String> other = cache(10);
        get(one, "a", 400);
        get(other, "b", 400);
        get(one, "a", 400);
        get(other, "c", 400);
        assertThat(made.get()).isEqualTo(3);
        get(one, "a", 400);
        get(other, "c", 400);
        assertThat(made.get()).isEqualTo(3);
        get(other, "b", 400);
        assertThat(made.get()).isEqualTo(4);
    }

    @Test
    void theNewestValueStaysHoweverLargeItIs() throws IOException {
        Kept<String, String> one = cache(10);
        get(one, "small", 10);
        get(one, "large", 5_000);
        get(one, "large", 5_000);
        assertThat(made.get()).isEqualTo(2);
        assertThat(all.total()).isEqualTo(5_000);
        get(one, "small", 10);
        assertThat(all.total()).isEqualTo(10);
    }

    @Test
    void aValueThatTheCacheForgetsCountsNoMore() throws IOException {
        Kept<String, String> one = cache(1);
        get(one, "a", 300);
        get(one, "b", 200);
        assertThat(all.total()).isEqualTo(200);
    }

    @Test
    void failuresAreNotKept() throws IOException {
        Kept<String, String> one = cache(2);
        assertThatThrownBy(
                        () ->
                                one.get(
                                        "a",
                                        () -> {
                                            throw new IOException("gone");
                                        }))
                .hasMessage("gone");
        assertThat(get(one, "a", 3)).isEqualTo("xxx");
    }
}
