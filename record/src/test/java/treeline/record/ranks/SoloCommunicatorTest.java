package treeline.record.ranks;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.record.testkit.CommunicatorContract;

import java.util.List;

class SoloCommunicatorTest extends CommunicatorContract {
    @Override
    protected void run(int size, InProcessRanks.RankProgram program) throws Exception {
        program.run(new SoloCommunicator());
    }

    @Override
    protected List<Integer> sizes() {
        return List.of(1);
    }

    @Test
    void thereIsNoOtherRoot() {
        assertThatThrownBy(() -> new SoloCommunicator().broadcast(new byte[0], 1))
                .hasMessage("root 1 of 1 ranks");
    }
}
