package treeline.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class DeviceWorkTest {
    private final DeviceWork work =
            new DrawnDevice("sync 0-1", "gemm 0 5-10 gemm 1 30-40", "copy 2 8-20 reduce ? 25-35")
                    .work();

    @Test
    void workOfAllStreamsIsInTheOrderOfItsStart() {
        assertThat(work.streams()).containsExactly(1, 2);
        assertThat(work.work().stream().map(DeviceWork.Work::kind))
                .containsExactly(
                        WorkKind.COMPUTATION,
                        WorkKind.MEMORY,
                        WorkKind.COMMUNICATION,
                        WorkKind.COMPUTATION);
        assertThat(work.work().stream().map(DeviceWork.Work::isLaunchKnown))
                .containsExactly(true, true, false, true);
    }

    @Test
    void streamsAreBusyTogether() {
        assertThat(work.busy().bounds()).isEqualTo(List.of(5_000L, 20_000L, 25_000L, 40_000L));
        assertThat(work.busy(WorkKind.COMPUTATION).nanos()).isEqualTo(15_000);
    }
}
