package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import treeline.record.CommunicatorException;

class LocalRanksTest extends CommContract {
    @Override
    protected void runComm(int size, LocalRanks.Program program) {
        LocalRanks.run(size, program);
    }

    @Test
    @Timeout(60)
    void aRankThatFailsEndsTheWaitForItsMessages() {
        assertThatThrownBy(
                        () ->
                                LocalRanks.run(
                                        2,
                                        comm -> {
                                            if (comm.rank() == 1)
                                                throw new IllegalStateException("out of fuel");
                                            comm.receive(1, 0);
                                        }))
                .isInstanceOf(CommunicatorException.class)
                .hasMessageContaining(
                        "rank 1 failed: java.lang.IllegalStateException: out of fuel");
    }

    @Test
    void messagesToOneRankCountAsTraffic() {
        LocalRanks.run(
                2,
                comm -> {
                    comm.send(new byte[100], 1 - comm.rank(), 0);
                    comm.receive(1 - comm.rank(), 0);
                    assertThat(comm.bytesMoved()).isEqualTo(200);
                });
    }
}
