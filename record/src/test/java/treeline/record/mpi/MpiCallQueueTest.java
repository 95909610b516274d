package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// Every request is run or refused. That none slips through at the same moment is the matter of
/// `build/stress.sh`.
class MpiCallQueueTest {
    private final MpiCallQueue requests = new MpiCallQueue();
    private final List<String> seen = new ArrayList<>();

    private boolean add(String name) {
        return requests.add(() -> seen.add(name), () -> seen.add(name + " refused"));
    }

    @Test
    void requestsAreRunInTheirOrder() {
        assertThat(add("first")).isTrue();
        assertThat(add("second")).isTrue();
        requests.runAll();
        assertThat(seen).containsExactly("first", "second");
        assertThat(requests.isEmpty()).isTrue();
        assertThat(requests.isOver()).isFalse();
    }

    @Test
    void theEndRefusesWhatWaits() {
        add("late");
        requests.end();
        assertThat(seen).containsExactly("late refused");
    }

    @Test
    void nothingIsTakenAfterTheEnd() {
        requests.end();
        assertThat(add("too late")).isFalse();
        requests.runAll();
        assertThat(seen).isEmpty();
        assertThat(requests.isOver()).isTrue();
    }
}
