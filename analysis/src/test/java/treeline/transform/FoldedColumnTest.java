package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.testkit.ProfileDifference;

class FoldedColumnTest {
    private static void assertSame(Profile expected, Profile found) {
        assertThat(ProfileDifference.between(expected, found)).isEmpty();
    }

    @Test
    void everyContextOfALargeRunIsFoldedForItself() {
        int ranks = Runtime.getRuntime().availableProcessors() * 8 + 3;
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int call = builder.child(main, Frame.region("call"));
        for (int rank = 0; rank < ranks; rank++) {
            int context = builder.context(Context.ofRank(rank));
            if (rank % 3 > 0) builder.add(time, context, main, rank);
            if (rank % 3 < 2) builder.add(time, context, call, 1);
        }
        Profile run = builder.build();
        var folded = NodeMapping.hiding(run.tree(), node -> node == call).of(run).column("time");
        for (int rank = 0; rank < ranks; rank++)
            assertThat(folded.at(rank, 0))
                    .isEqualTo((rank % 3 > 0 ? rank : 0) + (rank % 3 < 2 ? 1 : 0));
    }

    @Test
    void nothingIsLostToAStoredNaN() {
        String drawing = "path rank0 rank1\nmain NaN 2\nmain/a 3 NaN\n";
        Profile exclusive = profileOf(drawing);
        assertSame(
                profileOf("path rank0 rank1\nmain 3 2\n"),
                NodeMapping.hiding(exclusive.tree(), node -> node == 1).of(exclusive));
        Profile recursive =
                profileOf("metric time s inclusive\npath rank0\nf NaN\nf/f 3\nf/f/f 2\n");
        assertSame(
                profileOf("metric time s inclusive\npath rank0\nf 3\n"),
                NodeMapping.flat(recursive.tree(), frame -> frame).of(recursive));
    }
}
