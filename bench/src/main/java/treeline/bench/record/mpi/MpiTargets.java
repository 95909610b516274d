package treeline.bench.record.mpi;

import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What does recording an MPI program cost, beside Caliper and beside the targets? Prints all
/// tables in one run. Arguments choose some: `pair`, `output`, `overhead`, `read`, `memory`;
/// `runs=N` says how often each thing is run (5), `pairs=N` how often the examples are executed
/// without and with events for `overhead` (2,000), `snapshots=N` how many snapshots are looked at
/// there (20), `only=fft,closure` which examples, `cache=off` that ranks load their classes from
/// the jars.
public final class MpiTargets {
    private static final int DEFAULT_RUNS = 5;
    private static final int DEFAULT_PAIRS = 2000;
    private static final int DEFAULT_SNAPSHOTS = 20;

    private MpiTargets() {}

    public static void main(String[] arguments) throws Exception {
        int runs = number(arguments, "runs=", DEFAULT_RUNS);
        List<String> chosen =
                Stream.of(arguments).filter(argument -> !argument.contains("=")).toList();
        if (!Launch.isOnPath("mpirun"))
            throw new IOException("mpirun is needed: install openmpi-bin and libopenmpi-dev");
        Path folder = Files.createTempDirectory("treeline-mpi");
        try {
            printMachine();
            if (!List.of(arguments).contains("cache=off")) Launch.makeCache(folder);
            Print.line("Ranks with a cache of loaded classes: %b", Launch.hasCache());
            var overhead =
                    new OverheadTable(
                            number(arguments, "pairs=", DEFAULT_PAIRS),
                            number(arguments, "snapshots=", DEFAULT_SNAPSHOTS),
                            only(arguments),
                            folder);
            print(chosen, runs, overhead, folder);
            printMachine();
        } finally {
            CompleteFolder.delete(folder);
        }
    }

    private static int number(String[] arguments, String name, int usual) {
        for (String argument : arguments)
            if (argument.startsWith(name))
                return Integer.parseInt(argument.substring(name.length()));
        return usual;
    }

    private static List<String> only(String[] arguments) {
        for (String argument : arguments)
            if (argument.startsWith("only="))
                return List.of(argument.substring("only=".length()).split(","));
        return List.of();
    }

    private static void print(List<String> chosen, int runs, OverheadTable overhead, Path folder)
            throws IOException, InterruptedException {
        Caliper caliper = Caliper.ofEnvironment();
        if (wants(chosen, "pair")) new PairTable(caliper, runs).print();
        if (wants(chosen, "output")) new OutputTable(caliper, runs, folder).print(16, 32);
        if (wants(chosen, "overhead")) overhead.print();
        if (wants(chosen, "read")) new ReadTable(caliper, folder).print();
        if (wants(chosen, "memory")) new MemoryTable(folder).print();
    }

    private static boolean wants(List<String> chosen, String section) {
        return chosen.isEmpty() || chosen.contains(section);
    }

    /// How busy the machine is, at the beginning and at the end: numbers of a busy one are worth
    /// less.
    private static void printMachine() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        int cores = system.getAvailableProcessors();
        double load = system.getSystemLoadAverage();
        Print.line(
                "%nMachine: %d cores, load %.1f (%s), Java %s",
                cores, load, load > cores / 2.0 ? "busy" : "quiet", Runtime.version());
    }

    static String verdict(boolean met) {
        return met ? "met" : "NOT MET";
    }
}
