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
    void countsKeepTheirNumberAndOtherIdsTakeWhatIsFree() {
        List<String> ids = List.of("9000000000", "0", "2", "main", "-5");
        assertThat(IdNumbers.of(ids, IdNumbers::count))
                .isEqualTo(Map.of("9000000000", 1, "0", 0, "2", 2, "main", 3, "-5", 4));
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
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < 50; i++)
                ids.add("" + (random.nextBoolean() ? random.nextInt(60) : random.nextLong()));
            Map<String, Integer> numbers = IdNumbers.of(ids, IdNumbers::count);
            assertThat(new HashSet<>(numbers.values())).hasSameSizeAs(ids);
            assertThat(numbers.values()).allMatch(number -> number >= 0);
        }
    }

    @Test
    void otherTextsAreNotCounts() {
        assertThat(IdNumbers.count("12")).isEqualTo(12);
        assertThat(IdNumbers.count("999999999")).isEqualTo(999_999_999);
        for (String text : List.of("", "-1", "1.5", "0x10", "1234567890", "main"))
            assertThat(IdNumbers.count(text)).isEqualTo(-1);
    }
}
