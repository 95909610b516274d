package treeline.formats.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.formats.Formats;
import treeline.source.ProfileFormat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// Any bytes are a sound profile or an error that says where, in bounded time and memory. A second
/// a reader here, as long as wanted with `build/fuzz.sh`. What it finds is written to
/// `target/fuzz`; mend the reader and make the bytes a named test.
class FuzzTest {
    private static final Duration DURATION =
            Duration.ofMillis((long) (1000 * Double.parseDouble(property("fuzz.seconds", "1"))));
    private static final long SEED = Long.parseLong(property("fuzz.seed", "20261115"));
    private static final String FORMAT = property("fuzz.format", "").toLowerCase(Locale.ROOT);

    /// The tests whose samples are the first inputs.
    private static final List<String> CONTRACTS =
            List.of(
                    "treeline.formats.fuzz.DatabaseSamples",
                    "treeline.formats.fuzz.CompactTextSamples",
                    "treeline.formats.caliper.CaliContractTest",
                    "treeline.formats.caliper.CaliJsonContractTest",
                    "treeline.formats.caliper.CaliJsonSplitContractTest",
                    "treeline.formats.caliper.SpotContractTest",
                    "treeline.formats.chrometrace.ChromeTraceContractTest",
                    "treeline.formats.collapsed.CollapsedContractTest",
                    "treeline.formats.cprofile.CprofileContractTest",
                    "treeline.formats.csv.CsvContractTest",
                    "treeline.formats.cubex.CubexContractTest",
                    "treeline.formats.gprof2dot.Gprof2dotContractTest",
                    "treeline.formats.hatchet.HatchetContractTest",
                    "treeline.formats.hpctoolkit.HpctoolkitContractTest",
                    "treeline.formats.hpctoolkit.HpctoolkitSummarySamples",
                    "treeline.formats.hpctoolkitxml.HpctoolkitXmlContractTest",
                    "treeline.formats.jfr.JfrContractTest",
                    "treeline.formats.ncu.NcuContractTest",
                    "treeline.formats.nsys.NsysContractTest",
                    "treeline.formats.perf.PerfScriptContractTest",
                    "treeline.formats.pprof.PprofContractTest",
                    "treeline.formats.pyinstrument.PyinstrumentContractTest",
                    "treeline.formats.speedscope.SpeedscopeContractTest",
                    "treeline.formats.tau.TauContractTest",
                    "treeline.formats.thicket.ThicketContractTest",
                    "treeline.formats.timemory.TimemoryContractTest");

    @TempDir Path folder;

    static Stream<String> contracts() {
        return CONTRACTS.stream()
                .filter(contract -> contract.toLowerCase(Locale.ROOT).contains(FORMAT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("contracts")
    void anyBytesAreASoundProfileOrALocatedError(String contract) throws Exception {
        Coverage.reset();
        var loader = new CoverageLoader(FuzzTest.class.getClassLoader());
        Subject trial = loader.trial(contract);
        List<Path> samples = samples(trial);
        samples.forEach(trial::read); // loads the reader, so that its words are known
        var fuzzer = new Fuzzer(trial::read, loader.words(), SEED);
        List<Fuzzer.Finding> findings = fuzzer.fuzz(samples, DURATION);
        System.out.printf(
                "fuzzed %s: %,d files read, %,d of them new, %,d branches seen%n",
                contract, fuzzer.runs(), fuzzer.corpusSize(), Coverage.branchesSeen());
        for (Fuzzer.Finding finding : findings) write(trial.formatName(), finding);
        assertThat(findings.stream().map(FuzzTest::told)).isEmpty();
    }

    @Test
    void everyReaderIsFuzzed() throws Exception {
        Set<String> fuzzed = new HashSet<>();
        var loader = new CoverageLoader(FuzzTest.class.getClassLoader());
        for (String contract : CONTRACTS) fuzzed.add(loader.trial(contract).formatName());
        assertThat(Formats.all().readable())
                .map(ProfileFormat::name)
                .allMatch(fuzzed::contains, "are fuzzed");
    }

    /// Every sample in a folder of its own, so that the files beside it stay whole.
    private List<Path> samples(Subject trial) throws IOException {
        List<Path> samples = new ArrayList<>();
        int count = trial.samples(Files.createDirectory(folder.resolve("all"))).size();
        for (int i = 0; i < count; i++) {
            Path own = Files.createDirectory(folder.resolve("sample" + i));
            samples.add(trial.samples(own).get(i));
        }
        return samples;
    }

    private static void write(String format, Fuzzer.Finding finding) throws IOException {
        Path found = Files.createDirectories(Path.of("target", "fuzz", format));
        String name = finding.what().replaceAll("[^A-Za-z.]+", "-");
        Files.write(found.resolve(name + "-" + finding.sample().getFileName()), finding.input());
    }

    private static String told(Fuzzer.Finding finding) {
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
