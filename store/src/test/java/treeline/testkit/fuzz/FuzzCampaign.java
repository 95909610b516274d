package treeline.testkit.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One run of the fuzzer over one subject, as a test: 0.3 CPU seconds by default, as long as
/// `-Dfuzz.seconds` says with `build/fuzz.sh`. It starts from the samples of the subject and the
/// stored corpus, prints executions and coverage, writes what it found to `target/fuzz`, and fails
/// if it found anything. `-Dfuzz.corpus=FOLDER` writes the distilled corpus.
public final class FuzzCampaign {
    private static final Duration DURATION =
            Duration.ofMillis((long) (1000 * Double.parseDouble(property("fuzz.seconds", "0.3"))));
    private static final long SEED = Long.parseLong(property("fuzz.seed", "20261115"));
    private static final String SELECTED = property("fuzz.format", "").toLowerCase(Locale.ROOT);
    private static final String CORPUS = property("fuzz.corpus", "");

    private final String name;
    private final Class<?> owner;
    private final CoverageLoader loader;
    private final Path folder;

    /// @param name of the corpus and in the output
    /// @param owner a class of the module whose test resources contain the corpus
    /// @param folder an empty one
    public FuzzCampaign(String name, Class<?> owner, CoverageLoader loader, Path folder) {
        this.name = name;
        this.owner = owner;
        this.loader = loader;
        this.folder = folder;
    }

    /// Whether `-Dfuzz.format` selects a name; everything is selected by default.
    public static boolean isSelected(String name) {
        return name.toLowerCase(Locale.ROOT).contains(SELECTED);
    }

    public void run(Class<? extends Subject> type, String... arguments) throws Exception {
        Coverage.reset();
        Subject subject = loader.subject(type, arguments);
        List<Path> samples = samples(subject);
        samples.forEach(subject::read); // loads the reader, so that its constants are known
        var fuzzer = new Fuzzer(subject::read, loader.words(), SEED);
        List<Fuzzer.Entry> good = new ArrayList<>();
        for (Path sample : samples) good.add(new Fuzzer.Entry(sample, Files.readAllBytes(sample)));
        List<Fuzzer.Finding> findings = fuzzer.fuzz(samples, kept(samples), DURATION);
        Coverage.Covered covered = Coverage.in(subject.code());
        System.out.printf(
                "fuzzed %s: %,d executions, %,d inputs kept, %,d of %,d branches covered%n",
                name, fuzzer.runs(), fuzzer.corpus().size(), covered.branches(), covered.total());
        for (Fuzzer.Finding finding : findings) write(subject.formatName(), finding);
        if (!CORPUS.isEmpty())
            FuzzCorpus.write(
                    Path.of(CORPUS, name + ".zip"),
                    samples,
                    FuzzCorpus.distilled(good, fuzzer.corpus(), fuzzer::branches));
        assertThat(findings.stream().map(FuzzCampaign::described)).isEmpty();
    }

    private List<Fuzzer.Entry> kept(List<Path> samples) throws IOException {
        List<Fuzzer.Entry> entries = new ArrayList<>();
        for (Map.Entry<Integer, List<byte[]>> inputs : FuzzCorpus.read(owner, name).entrySet()) {
            Path sample = samples.get(Math.min(inputs.getKey(), samples.size() - 1));
            for (byte[] bytes : inputs.getValue()) entries.add(new Fuzzer.Entry(sample, bytes));
        }
        return entries;
    }

    /// Each sample in a folder of its own, so that the files next to it stay whole.
    private List<Path> samples(Subject subject) throws IOException {
        List<Path> samples = new ArrayList<>();
        int count = subject.samples(Files.createDirectory(folder.resolve("all"))).size();
        for (int i = 0; i < count; i++) {
            Path own = Files.createDirectory(folder.resolve("sample" + i));
            samples.add(subject.samples(own).get(i));
        }
        return samples;
    }

    private static void write(String format, Fuzzer.Finding finding) throws IOException {
        Path found = Files.createDirectories(Path.of("target", "fuzz", format));
        String name = finding.what().replaceAll("[^A-Za-z.]+", "-");
        Files.write(found.resolve(name + "-" + finding.sample().getFileName()), finding.input());
    }

    private static String described(Fuzzer.Finding finding) {
        var stack = new StringWriter();
        finding.cause().printStackTrace(new PrintWriter(stack));
        return "%s, %d bytes for %s:%n%s%n%s"
                .formatted(
                        finding.what(),
                        finding.input().length,
                        finding.sample().getFileName(),
                        new String(finding.input(), StandardCharsets.ISO_8859_1),
                        stack);
    }

    private static String property(String name, String otherwise) {
        String value = System.getProperty(name, "");
        return value.isEmpty() ? otherwise : value;
    }
}
