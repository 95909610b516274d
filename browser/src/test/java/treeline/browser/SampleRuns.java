package treeline.browser;

import static treeline.testkit.Drawing.profileOf;

import treeline.model.Profile;

import java.util.Locale;
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

    /// The plate of `treeline demo` without its noise: 16 ranks of which rank 5 sweeps three times
    /// as long, the others wait for it, and sweeps become longer with every step.
    public static Profile heat() {
        StringBuilder drawing = new StringBuilder("metric time ms exclusive\npath tag");
        for (int rank = 0; rank < HEAT_RANKS; rank++) drawing.append(" rank").append(rank);
        heatLine(drawing, "main -", (_, _) -> 0.01);
        heatLine(drawing, "main/setup COMP", (_, step) -> step == 0 ? 1.5 : 0);
        heatLine(drawing, "main/step COMP", (_, _) -> 0.02);
        heatLine(drawing, "main/step/exchange COMM", (rank, _) -> 0.05 + rank % 3 * 0.001);
        heatLine(
                drawing,
                "main/step/exchange/allgather COMM",
                (rank, step) -> 0.2 + sweep(5, step) - sweep(rank, step));
        heatLine(drawing, "main/step/stencil COMP", SampleRuns::sweep);
        heatLine(drawing, "main/step/residual COMP", (rank, _) -> 0.3 + rank % 4 * 0.002);
        heatLine(drawing, "main/checkpoint IO", (rank, step) -> rank == 0 && step == 0 ? 4 : 0);
        return profileOf(drawing.toString());
    }

    private static final int HEAT_RANKS = 16;
    private static final int HEAT_STEPS = 40;

    private static double sweep(int rank, int step) {
        return (rank == 5 ? 3 : 1) * (1 + 0.02 * step);
    }

    @FunctionalInterface
    private interface Millis {
        double of(int rank, int step);
    }

    private static void heatLine(StringBuilder drawing, String head, Millis millis) {
        drawing.append('\n').append(head);
        boolean each = head.contains("/step/");
        for (int rank = 0; rank < HEAT_RANKS; rank++) {
            int ofRank = rank;
            drawing.append(' ')
                    .append(
                            each
                                    ? IntStream.range(0, HEAT_STEPS)
                                            .mapToObj(
                                                    step ->
                                                            String.format(
                                                                    Locale.ROOT,
                                                                    "%.4f",
                                                                    millis.of(ofRank, step)))
                                            .collect(Collectors.joining("+"))
                                    : String.format(
                                            Locale.ROOT,
                                            "%.4f",
                                            IntStream.range(0, HEAT_STEPS)
                                                    .mapToDouble(step -> millis.of(ofRank, step))
                                                    .sum()));
        }
    }
}
