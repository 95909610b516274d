package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.Locale;

/// The flat profile by tag and by activity.
class CategoriesTest {

    @Test
    void whatATaggedRegionCallsIsPartOfIt() {
        Profile run =
                profileOf(
                        """
                        path             tag   rank0  rank1
                        main             -         5      5
                        main/solve       COMP     10     10
                        main/solve/help  -         2      2
                        main/solve/mpi   COMM      3      3
                        """);
        assertThat(flat(run, Grouping.TAG).toString())
                .isEqualTo(
                        """
                        tag     exclusive  share
                        COMP           24   0.60
                        (none)         10   0.25
                        COMM            6   0.15
                        """);
    }

    @Test
    void framesSayByThemselvesWhetherTheyCommunicateOrCompute() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        int send = builder.child(main, Frame.function("MPI_Send()"));
        int poll = builder.child(send, Frame.function("psm2_mq_ipeek"));
        int file = builder.child(main, Frame.function("MPI_File_open"));
        int kernel = builder.child(main, new Frame(Frame.Kind.KERNEL, "axpy", "", 0, ""));
        Profile run =
                builder.add(time, whole, main, 10)
                        .add(time, whole, send, 4)
                        .add(time, whole, poll, 3)
                        .add(time, whole, file, 2)
                        .add(time, whole, kernel, 1)
                        .build();
        assertThat(flat(run, Grouping.ACTIVITY).toString())
                .isEqualTo(
                        """
                        activity       exclusive  share
                        computation           10   0.50
                        communication          7   0.35
                        I/O                    2   0.10
                        GPU kernels            1   0.05
                        """);
    }

    private static Table flat(Profile run, Grouping by) {
        return FlatProfile.of(run, run.metrics().getFirst(), by, Reduction.SUM)
                .select(by.name().toLowerCase(Locale.ROOT), "exclusive", "share");
    }
}
