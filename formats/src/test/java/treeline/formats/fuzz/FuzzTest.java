package treeline.formats.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.formats.Formats;
import treeline.source.ProfileFormat;
import treeline.testkit.fuzz.CoverageLoader;
import treeline.testkit.fuzz.FuzzCampaign;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Any bytes are a sound profile or an error that says where, in bounded time and memory
/// ([FuzzCampaign]). Fix the reader and make what was found a named test.
class FuzzTest {
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
                    "treeline.formats.otf2.Otf2ContractTest",
                    "treeline.formats.perf.PerfScriptContractTest",
                    "treeline.formats.perfetto.PerfettoContractTest",
                    "treeline.formats.pprof.PprofContractTest",
                    "treeline.formats.pyinstrument.PyinstrumentContractTest",
                    "treeline.formats.rocprof.RocprofContractTest",
                    "treeline.formats.speedscope.SpeedscopeContractTest",
                    "treeline.formats.tau.TauContractTest",
                    "treeline.formats.thicket.ThicketContractTest",
                    "treeline.formats.timemory.TimemoryContractTest");

    @TempDir Path folder;

    static Stream<String> contracts() {
        return CONTRACTS.stream().filter(FuzzCampaign::isSelected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("contracts")
    void anyBytesAreASoundProfileOrALocatedError(String contract) throws Exception {
        String name = contract.substring(contract.lastIndexOf('.') + 1);
        new FuzzCampaign(name, FuzzTest.class, loader(), folder).run(Trial.class, contract);
    }

    private static CoverageLoader loader() {
        return new CoverageLoader(
                FuzzTest.class.getClassLoader(),
                "treeline.formats.",
                "treeline.store.",
                "treeline.source.");
    }

    @Test
    void everyReaderIsFuzzed() throws Exception {
        Set<String> fuzzed = new HashSet<>();
        for (String contract : CONTRACTS) fuzzed.add(new Trial(contract).formatName());
        assertThat(Formats.all().readable())
                .map(ProfileFormat::name)
                .allMatch(fuzzed::contains, "are fuzzed");
    }
}
