package treeline.bench.scaling;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The benchmark peer Extra-P. If a Python has it installed, its runs alternate with Treeline's;
/// otherwise recorded results are used. The environment variable `TREELINE_EXTRAP_PYTHON` selects
/// the Python (default: `python3`).
record ExtraP(Optional<String> python) {
    static final String VARIABLE = "TREELINE_EXTRAP_PYTHON";

    /// Seconds per model of Extra-P 4.2.5, 45 nodes of LULESH at 5 points, on a machine with 2
    /// cores.
    static final double RECORDED = 0.024;

    private static final String PROGRAM =
            """
            import sys, time
            from extrap.fileio.file_reader.text_file_reader import TextFileReader
            from extrap.modelers.model_generator import ModelGenerator
            experiment = TextFileReader().read_experiment(sys.argv[1])
            best = float('inf')
            for _ in range(2):
                start = time.process_time()
                generator = ModelGenerator(experiment)
                generator.model_all()
                best = min(best, time.process_time() - start)
            print('seconds', best / len(generator.models))
            """;

    static ExtraP ofEnvironment() throws IOException, InterruptedException {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank()) return new ExtraP(Optional.of(named));
        return new ExtraP(hasExtraP("python3") ? Optional.of("python3") : Optional.empty());
    }

    private static boolean hasExtraP(String python) throws InterruptedException {
        try {
            return new ProcessBuilder(python, "-c", "import extrap")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) { // there is no such program
            return false;
        }
    }

    String origin() {
        return python.map(name -> "Extra-P in the same run by turns, by " + name)
                .orElse(
                        "Extra-P: %.0f ms as recorded on another day (%s is not set, and python3 has no extrap)"
                                .formatted(1e3 * RECORDED, VARIABLE));
    }

    /// CPU seconds per model, of one core.
    double secondsPerModel(Design design) throws IOException, InterruptedException {
        return python.isPresent() ? run(python.get(), design) : RECORDED;
    }

    private static double run(String python, Design design)
            throws IOException, InterruptedException {
        Path input = Files.createTempFile("treeline-models", ".txt");
        try {
            Files.writeString(input, design.text());
            Process process =
                    new ProcessBuilder(python, "-c", PROGRAM, input.toString())
                            .redirectErrorStream(true)
                            .start();
            String printed =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            return printed.lines()
                    .filter(line -> code == 0 && line.startsWith("seconds "))
                    .mapToDouble(line -> Double.parseDouble(line.substring("seconds ".length())))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new IOException(
                                            "%s ended with code %d:%n%s"
                                                    .formatted(python, code, printed)));
        } finally {
            Files.delete(input);
        }
    }
}
