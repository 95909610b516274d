package treeline.browser;

import static treeline.testkit.Drawing.profileOf;

import treeline.model.Profile;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Runs to look at, small enough to know their numbers by heart.
public final class SampleRuns {
    private SampleRuns() {}

    /// Five ranks of which rank 3 is slow in `solve`, and rank 0 writes; a loop that drifts.
    public static Profile solver() {
        return profileOf(
                """
                path             tag   rank0  rank1  rank2  rank3  rank4
                main             -         1      1      1      1      1
                main/solve       COMP     10     10     10     40     10
                main/solve/wait  COMM     30     30     30      -     30
                main/write       IO        4      2      2      2      2
                main/step        COMP  1+2+3+4+5+6  1+2+3+4+5+6  1+2+3+4+5+6  1+2+3+4+5+6  1+2+3+4+5+6
                """);
    }

    /// The same program after a change: `solve` is balanced, `wait` is gone, `check` is new.
    public static Profile improvedSolver() {
        return profileOf(
                """
                path             tag   rank0  rank1  rank2  rank3  rank4
                main             -         1      1      1      1      1
                main/solve       COMP     16     16     16     16     16
                main/check       COMP      1      1      1      1      1
                main/write       IO        4      2      2      2      2
                """);
    }

    /// 64 ranks, every eighth of them twice as slow.
    public static Profile stripes() {
        String ranks =
                IntStream.range(0, 64)
                        .mapToObj(rank -> "rank" + rank)
                        .collect(Collectors.joining(" "));
        String times =
                IntStream.range(0, 64)
                        .mapToObj(rank -> rank % 8 == 0 ? "20" : "10")
                        .collect(Collectors.joining(" "));
        return profileOf("path %s\nmain/compute %s\n".formatted(ranks, times));
    }

    /// A frame that is no harm as text.
    public static Profile hostile() {
        return profileOf("path rank0 rank1\nmain 1 1\nmain/<script>alert(1) 5 9\n");
    }
}
