package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

class IdNumbersTest {

    @Test
    void smallIdsKeepTheirNumberAndOthersTakeWhatIsFree() {
        List<Long> ids = List.of(9_000_000_000L, 0L, 2L, 8_000_000_000L, -5L);
        assertThat(IdNumbers.of(ids, Long::longValue))
                .isEqualTo(
                        Map.of(9_000_000_000L, 1, 0L, 0, 2L, 2, 8_000_000_000L, 3, -5L, 4));
    }

    @Test
    void theLargestCountIsKeptAndTheNextIdIsRenumbered() {
        List<Long> ids = List.of(IdNumbers.MAX_COUNT + 1, IdNumbers.MAX_COUNT);
        assertThat(IdNumbers.of(ids, Long::longValue))
                .isEqualTo(
                        Map.of(
                                IdNumbers.MAX_COUNT + 1,
                                0,
                                IdNumbers.MAX_COUNT,
                                (int) IdNumbers.MAX_COUNT));
    }

    @Test
    void aNumberBelongsToTheIdThatCameFirst() {
        assertThat(IdNumbers.of(List.of("7", "07", "main"), IdNumbers::count))
                .isEqualTo(Map.of("7", 7, "07", 0, "main", 1));
    }

    @Test
    void distinctIdsHaveDistinctNumbers() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            Set<Long> ids = new HashSet<>();
            for (int i = 0; i < 50; i++)
                ids.add(random.nextBoolean() ? random.nextInt(60) : random.nextLong());
            Map<Long, Integer> numbers = IdNumbers.of(ids, Long::longValue);
            assertThat(new HashSet<>(numbers.values())).hasSameSizeAs(ids);
            assertThat(numbers.values()).allMatch(number -> number >= 0);
        }
    }

    @Test
    void otherTextsAreNotCounts() {
        assertThat(IdNumbers.count("12")).isEqualTo(12);
        for (String text : List.of("", "-1", "1.5", "0x10", "1234567890123456789", "main"))
            assertThat(IdNumbers.count(text)).isEqualTo(-1);
    }
}
