package treeline.bench.record.mpi;

import treeline.bench.JavaCommand;
import treeline.bench.Reads;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Is a recording loaded 20 times faster than cali-query counts the same data, and 5 times faster
/// than JSON.parse reads it as json-split?
record ReadTable(Caliper caliper, Path folder) {
    private static final double QUERY_TARGET = 20;
    private static final double JSON_TARGET = 5;
    private static final int RANKS = 32;
    private static final int LOADS = 200;

    /// Prints the smallest and the median of 15 times of JSON.parse alone, in seconds.
    private static final String PARSE =
            """
            const text = require('fs').readFileSync(process.argv[1], 'utf8');
            const times = [];
            for (let i = 0; i < 15; i++) {
              const start = process.hrtime.bigint();
              const rows = JSON.parse(text).data.length;
              if (rows === 0) throw new Error('no rows');
              times.push(Number(process.hrtime.bigint() - start) / 1e9);
            }
            times.sort((a, b) => a - b);
            console.log('parse ' + times[0] + ' ' + times[7]);
            """;

    void print() throws IOException, InterruptedException {
        Path recording = folder.resolve("read");
        double[] output = OutputTable.record(Mode.ITER, RANKS, recording);
        Path json = folder.resolve("read.json");
        int rows = JsonSplit.write(Reads.profile(new DatabaseFormat(), recording), json);
        Print.line(
                "%nReading back %d ranks x %d iterations (%,d times; database %,.0f bytes,"
                        + " json-split %,d): all values, smallest (median), ms",
                RANKS, OutputProgram.ITERATIONS, rows, output[1], Files.size(json));
        double[] ours = loaded(recording, LOADS);
        Print.line("  Treeline, load                 %7.1f (%.1f)", 1e3 * ours[1], 1e3 * ours[2]);
        Print.line("  Treeline, first in a JVM       %7.1f", 1e3 * ours[0]);
        Print.line("  Treeline, with start of Java   %7.1f", 1e3 * wholeProcess(recording));
        printQuery(ours);
        printJson(ours, json);
    }

    private static double[] loaded(Path recording, int loads)
            throws IOException, InterruptedException {
        List<String> command =
                JavaCommand.of(
                        List.of("-XX:+UseSerialGC", "-Xmx1g"),
                        ReadProgram.class,
                        recording.toString(),
                        Integer.toString(loads));
        return Launch.numbers(Launch.output(command, Map.of()), "read");
    }

    /// The smallest of some processes that load once.
    private static double wholeProcess(Path recording) throws IOException, InterruptedException {
        double[] seconds = new double[5];
        for (int i = 0; i < seconds.length; i++) {
            long start = System.nanoTime();
            loaded(recording, 1);
            seconds[i] = (System.nanoTime() - start) / 1e9;
        }
        return Sample.of(seconds).min();
    }

    private void printQuery(double[] ours) throws IOException, InterruptedException {
        if (caliper.isInstalled()) caliper.output(Mode.ITER, RANKS, folder.resolve("cali"));
        Sample query = caliper.read(folder.resolve("cali"));
        printPeer("cali-query count()", query.min(), query.median(), ours, QUERY_TARGET);
        Print.line(
                "    with the start of its process, as ours above; %s; its reader alone took 83",
                caliper.origin());
    }

    private static void printJson(double[] ours, Path json)
            throws IOException, InterruptedException {
        boolean measured = Launch.isOnPath("node");
        double[] node =
                measured
                        ? Launch.numbers(
                                Launch.output(
                                        List.of("node", "-e", PARSE, json.toString()), Map.of()),
                                "parse")
                        : new double[] {0.038, 0.073};
        printPeer("JSON.parse of json-split", node[0], node[1], ours, JSON_TARGET);
        Print.line(
                measured
                        ? "    measured with node in this run (recorded with Caliper's file: 38 to"
                                + " 73)"
                        : "    recorded, because there is no node here");
    }

    private static void printPeer(
            String name, double min, double median, double[] ours, double target) {
        double ratio = min / ours[1];
        Print.line(
                "  %-30s %7.1f (%.1f), ratio %.1f (%.1f), target >= %.0f %s",
                name,
                1e3 * min,
                1e3 * median,
                ratio,
                median / ours[2],
                target,
                MpiTargets.verdict(ratio >= target));
    }
}
