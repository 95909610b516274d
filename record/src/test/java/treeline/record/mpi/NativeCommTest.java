package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.record.ranks.CommunicatorException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Two ranks, each with its side of the communicators. Handles are numbers in the order of making.
class NativeCommTest {
    private final NativeComm here = new NativeComm(0);
    private final NativeComm there = new NativeComm(0);

    @Test
    void whatBothRanksHaveClosedIsGivenBack() {
        List<NativeComm> mine = make(here, 3);
        List<NativeComm> theirs = make(there, 3);
        mine.get(0).close();
        mine.get(1).close();
        theirs.get(1).close();
        theirs.get(2).close();
        assertThat(here.account()).containsExactly(1, 1, 1, 0);
        assertThat(there.account()).containsExactly(1, 0, 1, 1);
        assertThat(givenBack()).containsExactly(2L);
        mine.get(2).close();
        theirs.get(0).close();
        assertThat(givenBack()).containsExactlyInAnyOrder(1L, 3L);
        assertThat(here.account()).containsExactly(1);
    }

    @Test
    void manyThatStayOpenDoNotKeepTheClosedOnes() {
        int open = 2 * NativeComm.MAX_ACCOUNTED;
        List<NativeComm> mine = make(here, open + 1);
        List<NativeComm> theirs = make(there, open + 1);
        mine.getLast().close();
        theirs.getLast().close();
        assertThat(here.account()).hasSize(1 + NativeComm.MAX_ACCOUNTED);
        assertThat(givenBack()).isEmpty();
        assertThat(givenBack()).isEmpty();
        assertThat(givenBack()).containsExactly(open + 1L);
    }

    /// It has no meetings of its own any more.
    @Test
    void whatWasMadeFromAClosedOneGoesBackBeforeIt() {
        List<List<NativeComm>> ranks = List.of(chain(here), chain(there));
        for (List<NativeComm> chain : ranks) chain.get(0).close();
        for (List<NativeComm> chain : ranks) chain.get(2).close();
        assertThat(givenBack()).isEmpty();
        for (List<NativeComm> chain : ranks) chain.get(1).close();
        assertThat(givenBack()).containsExactly(3L, 2L, 1L);
    }

    @Test
    void aClosedOneHasNoHandleForCalls() {
        assertThat(here.handle()).isZero();
        here.close();
        assertThatThrownBy(here::handle)
                .isInstanceOf(CommunicatorException.class)
                .hasMessage("the communicator is closed and can no longer be used");
    }

    private static List<NativeComm> make(NativeComm origin, int count) {
        List<NativeComm> made = LongStream.rangeClosed(1, count).mapToObj(NativeComm::new).toList();
        made.forEach(origin::add);
        return made;
    }

    /// Each made from the one before.
    private static List<NativeComm> chain(NativeComm origin) {
        List<NativeComm> chain = new ArrayList<>();
        NativeComm last = origin;
        for (int handle = 1; handle <= 3; handle++) {
            NativeComm next = new NativeComm(handle);
            last.add(next);
            chain.add(next);
            last = next;
        }
        return chain;
    }

    /// Lets the ranks meet: what both give back.
    private List<Long> givenBack() {
        long[] mine = here.account();
        long[] theirs = there.account();
        long[] sums = IntStream.range(0, mine.length).mapToLong(i -> mine[i] + theirs[i]).toArray();
        List<Long> result = handles(here.removeSettled(sums));
        assertThat(handles(there.removeSettled(sums))).isEqualTo(result);
        return result;
    }

    private static List<Long> handles(List<NativeComm> settled) {
        return settled.stream().map(NativeComm::handleOfClosed).toList();
    }
}
