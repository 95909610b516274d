package treeline.bench.record.mpi;

import treeline.bench.JavaCommand;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Is an event at most a quarter of Caliper's? Processes of the two alternate.
record PairTable(Caliper caliper, int runs) {
    private static final double TARGET = 4;
    private static final List<String> DEFAULT_JVM = List.of();

    void print() throws IOException, InterruptedException {
        Print.line(
                "%nEvent pair, ns: smallest (median), %d processes x 200 slices of 5,000 pairs",
                runs);
        Print.line("  beside %s", caliper.origin());
        Print.line("  event                        Treeline         Caliper   ratio  target");
        for (int depth : new int[] {1, 4}) printDepth(depth);
        printAlone("depth 4, loop, text, number", DEFAULT_JVM);
        printAlone("the same, small JVM (C1)", Launch.SMALL_JVM);
    }

    private void printDepth(int depth) throws IOException, InterruptedException {
        List<Sample> ours = new ArrayList<>();
        List<Sample> theirs = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            ours.add(ours(Integer.toString(depth), DEFAULT_JVM));
            theirs.add(caliper.pair(depth));
        }
        Print.line(
                "  depth %d                %6.0f (%6.0f) %6.0f (%6.0f)  %5.1f  >= %.0f %s",
                depth,
                min(ours),
                median(ours),
                min(theirs),
                median(theirs),
                min(theirs) / min(ours),
                TARGET,
                MpiTargets.verdict(min(theirs) / min(ours) >= TARGET));
    }

    private void printAlone(String name, List<String> jvm)
            throws IOException, InterruptedException {
        List<Sample> ours = new ArrayList<>();
        for (int i = 0; i < runs; i++) ours.add(ours("loop", jvm));
        Print.line("  %-27s %6.0f (%6.0f)", name, min(ours), median(ours));
    }

    private static Sample ours(String kind, List<String> jvm)
            throws IOException, InterruptedException {
        List<String> command = JavaCommand.of(jvm, PairProgram.class, kind);
        return Sample.of(Launch.numbers(Launch.output(command, Map.of()), "pair"));
    }

    private static double min(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::min).min().orElseThrow();
    }

    private static double median(List<Sample> samples) {
        return new Sample(samples.stream().map(PairTable::middle).toList()).median();
    }

    /// A process tells its smallest and its median, in this order.
    private static double middle(Sample sample) {
        return sample.values().size() == 2 ? sample.values().getLast() : sample.median();
    }
}
