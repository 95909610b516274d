package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import treeline.source.ReadPlan;

import java.util.List;

/// Which runs are loaded at once, by the property `treeline.memory`. A value takes 48 bytes.
class MemoryBudgetTest {
    private static final String LIMIT = "treeline.memory";

    @AfterEach
    void removeTheLimit() {
        System.clearProperty(LIMIT);
    }

    private static void limit(long bytes) {
        System.setProperty(LIMIT, Long.toString(bytes));
    }

    private static ReadPlan plan(long bytes, long... values) {
        return ReadPlan.of(
                List.of(new ReadPlan.Way("by rank", bytes)), values, new int[values.length]);
    }

    @Test
    void theLimitIsTheHeapUnlessThePropertyIsSet() {
        assertThat(MemoryBudget.bytes()).isEqualTo(Runtime.getRuntime().maxMemory());
        limit(1000);
        assertThat(MemoryBudget.bytes()).isEqualTo(1000);
    }

    @Test
    void aRunIsLoadedAtOnceUpToHalfOfTheLimit() {
        limit(960);
        assertThat(MemoryBudget.fits(plan(0, 4, 6))).isTrue();
        assertThat(MemoryBudget.fits(plan(0, 4, 7))).isFalse();
        assertThat(MemoryBudget.fits(plan(0, 20), 24)).isTrue();
        assertThat(MemoryBudget.fits(plan(0, 21), 24)).isFalse();
    }

    @Test
    void aRunOfUnknownSizeIsLoadedAtOnce() {
        limit(960);
        assertThat(MemoryBudget.fits(plan(ReadPlan.UNKNOWN, 1_000_000))).isTrue();
        assertThat(MemoryBudget.fits(plan(ReadPlan.UNKNOWN, 1_000_000), 24)).isTrue();
    }

    @Test
    void aPartTakesASixteenthOfTheLimit() {
        limit(16 * 48 * 100);
        assertThat(MemoryBudget.defaultPart()).isEqualTo(100);
        limit(0);
        assertThat(MemoryBudget.defaultPart()).isEqualTo(1);
        limit(Long.MAX_VALUE);
        assertThat(MemoryBudget.defaultPart()).isEqualTo(PartitionedSource.DEFAULT_PART);
    }

    /// Parts of 480 bytes: two of them need a limit of 3,840 bytes.
    @Test
    void thePartsOfTheEngineTakeAQuarterOfTheLimit() throws Exception {
        PartitionedSource work = PlannedSource.of("values 10 10 10\nblocks 0 1 2").parts(1);
        limit(3_840);
        assertThat(MemoryBudget.engine().atOnce(work))
                .isEqualTo(Math.min(2, Runtime.getRuntime().availableProcessors()));
        limit(3_839);
        assertThat(MemoryBudget.engine().atOnce(work)).isEqualTo(1);
    }
}
