package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;

import java.util.List;

/// The numbers of ranks, threads and streams.
class ThreadTableTest {
    private final ThreadTable table = new ThreadTable();

    private List<String> contexts() {
        return table.contexts().stream().map(Context::toString).toList();
    }

    @Test
    void oneProcessHasNoRankAndItsThreadsCountFromZero() {
        table.of("4242", "17");
        table.of("4242", "9");
        table.ofStream("4242", "0", "7");
        assertThat(contexts()).containsExactly("thread 1", "thread 0", "stream 7");
    }

    @Test
    void processesAreRanksInTheOrderOfTheirIds() {
        table.of("100", "1");
        table.of("99", "1");
        table.ofStream("99", "0", "7");
        assertThat(contexts())
                .containsExactly("rank 1 thread 0", "rank 0 thread 0", "rank 0 stream 7");
    }

    @Test
    void processesWithoutARankComeBehindThoseWithOne() {
        table.of("50", "1");
        table.of("60", "1");
        table.rank("60", 3);
        assertThat(contexts()).containsExactly("rank 4 thread 0", "rank 3 thread 0");
    }

    @Test
    void threadsOfAnUnknownProcessAreThoseOfTheOnlyOne() {
        table.of("", "5");
        table.of("60", "5");
        assertThat(contexts()).containsExactly("thread 0", "thread 1");
        table.rank("60", 2);
        assertThat(contexts()).containsExactly("rank 2 thread 0", "rank 2 thread 1");
    }

    @Test
    void streamsOfTwoDevicesHaveDifferentNumbers() {
        table.ofStream("60", "0", "7");
        table.ofStream("60", "1", "7");
        table.ofStream("60", "1", "Stream #14(MemcpyD2H)");
        table.ofStream("60", "1", "copies");
        assertThat(contexts()).containsExactly("stream 7", "stream 15", "stream 14", "stream 16");
    }

    @Test
    void aStreamBelongsToTheProcessesThatUseIt() {
        table.of("60", "1");
        table.of("70", "1");
        int shared = table.ofStream("", "0", "7");
        assertThat(table.ownedBy("70", shared)).isEqualTo(shared);
        assertThat(table.ownedBy("70", shared)).isEqualTo(shared);
        int other = table.ownedBy("60", shared);
        assertThat(other).isNotEqualTo(shared).isEqualTo(table.ownedBy("60", shared));
        assertThat(contexts())
                .containsExactly(
                        "rank 0 thread 0", "rank 1 thread 0", "rank 1 stream 7", "rank 0 stream 7");
    }
}
