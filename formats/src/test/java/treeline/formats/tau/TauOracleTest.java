package treeline.formats.tau;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.formats.oracle.HatchetOracle;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;

class TauOracleTest {
    @Test
    void valuesEqualHatchets() throws IOException {
        HatchetOracle oracle = HatchetOracle.of("tau-cpi-mpi");
        String folder = TestData.require("hatchet/tau-cpi-mpi").toString();
        try (var source = new TauFormat().open(Input.of(folder))) {
            Profile profile = source.load(Slice.everything());
            assertThat(source.report().entries()).isEmpty();
            assertThat(profile.contexts()).hasSize(4);
            assertThat(profile.outline().contextLabel("CRAY_CORE_ID", 3)).isEqualTo("24");
            assertThat(profile.metadata().get("CPU Cores").orElseThrow()).hasToString("16");
            oracle.compareSize(profile.tree());
            Unit us = Unit.of("us");
            var all = new Metric("time", us, Metric.Scope.INCLUSIVE);
            var own = new Metric("time", us, Metric.Scope.EXCLUSIVE);
            oracle.compareByPath(profile, all, "time (inc)", _ -> true);
            oracle.compareByPath(profile, own, "time", _ -> true);
        }
        oracle.done();
    }
}
