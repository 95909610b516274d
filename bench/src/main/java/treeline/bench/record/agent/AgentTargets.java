package treeline.bench.record.agent;

import treeline.bench.JavaCommand;
import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Is the overhead that the agent reports the overhead that it has? Runs each of [Workloads] by
/// turns without the agent, with it, with the `exclude=` that it proposed, and with `budget=5%`, in
/// new JVMs. The truth is the CPU time of the main thread with and without the agent.
///
/// Arguments: `turns=N` (3), `scale=X` for the amount of work (1), `jar=FILE`, and names of
/// programs.
record AgentTargets(Path jar, Path folder) {
    private static final Pattern CPU = Pattern.compile("cpu (\\d+)");
    private static final Pattern SHARE = Pattern.compile("recording took [^;,\\n]*");
    private static final Pattern EXCLUDE = Pattern.compile("'?(exclude=[^' ]+)'? (.*)");

    /// A program with the rounds that take about 10 s when recorded.
    private record Program(String name, int rounds) {}

    private static final List<Program> PROGRAMS =
            List.of(
                    new Program("fib", 600),
                    new Program("words", 400),
                    new Program("json", 800),
                    new Program("blocks", 1500),
                    new Program("phases", 1200),
                    new Program("matrix", 1500));

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int turns = 3;
        double scale = 1;
        Path jar = Path.of("record/target/treeline-record.jar");
        List<String> names = new ArrayList<>();
        for (String argument : arguments) {
            String value = argument.substring(argument.indexOf('=') + 1);
            if (argument.startsWith("turns=")) turns = Integer.parseInt(value);
            else if (argument.startsWith("scale=")) scale = Double.parseDouble(value);
            else if (argument.startsWith("jar=")) jar = Path.of(value);
            else names.add(argument);
        }
        Path folder = Files.createTempDirectory("agent");
        var targets = new AgentTargets(jar.toAbsolutePath(), folder);
        for (Program program : PROGRAMS)
            if (names.isEmpty() || names.contains(program.name))
                for (int turn = 0; turn < turns; turn++)
                    targets.turn(new Program(program.name, (int) (program.rounds * scale)));
        CompleteFolder.delete(folder);
    }

    private void turn(Program program) throws IOException, InterruptedException {
        Run plain = run(program, "");
        Run recorded = run(program, "include=treeline.bench.record.agent.*");
        print(program, "all", plain, recorded);
        Matcher exclude = EXCLUDE.matcher(recorded.messages);
        if (!exclude.find()) return;
        System.out.println("    " + exclude.group(1) + " | " + exclude.group(2));
        var longer = new Program(program.name, 8 * program.rounds);
        Run plainLonger = run(longer, "");
        print(
                longer,
                "exclude",
                plainLonger,
                run(longer, "include=treeline.bench.record.agent.*," + exclude.group(1)));
        print(
                longer,
                "budget",
                plainLonger,
                run(longer, "include=treeline.bench.record.agent.*,budget=5%"));
    }

    private static void print(Program program, String what, Run plain, Run recorded) {
        System.out.printf(
                Locale.ROOT,
                "%-8s %-8s %6.2f s without %6.2f s with, truth %5.1f %%, reported %s%n",
                program.name,
                what,
                plain.seconds,
                recorded.seconds,
                100 * (1 - plain.seconds / recorded.seconds),
                recorded.share());
    }

    private record Run(double seconds, String messages) {
        String share() {
            Matcher found = SHARE.matcher(messages);
            return found.find() ? found.group() : "nothing";
        }
    }

    private Run run(Program program, String options) throws IOException, InterruptedException {
        List<String> jvm = new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC"));
        if (!options.isEmpty())
            jvm.add("-javaagent:" + jar + "=replace=true,output=" + folder + "/out," + options);
        List<String> command =
                JavaCommand.of(
                        jvm, Workloads.class, program.name, Integer.toString(program.rounds));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IllegalStateException(output);
        Matcher cpu = CPU.matcher(output);
        if (!cpu.find()) throw new IllegalStateException(output);
        return new Run(Long.parseLong(cpu.group(1)) / 1e9, output);
    }
}
