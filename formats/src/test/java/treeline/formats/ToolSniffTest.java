package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.formats.caliper.SpotFormat;
import treeline.formats.chrometrace.ChromeTraceFormat;
import treeline.formats.collapsed.CollapsedFormat;
import treeline.formats.cprofile.CprofileFormat;
import treeline.formats.cubex.CubexFormat;
import treeline.formats.gprof2dot.Gprof2dotFormat;
import treeline.formats.hatchet.HatchetFormat;
import treeline.formats.ncu.NcuFormat;
import treeline.formats.nsys.NsysFormat;
import treeline.formats.perf.PerfScriptFormat;
import treeline.formats.pprof.PprofFormat;
import treeline.formats.pyinstrument.PyinstrumentFormat;
import treeline.formats.speedscope.SpeedscopeFormat;
import treeline.formats.tau.TauFormat;
import treeline.formats.thicket.ThicketFormat;
import treeline.formats.timemory.TimemoryFormat;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Formats of single tools against all real files: each claims its own and no other's.
class ToolSniffTest {
    private static final Map<String, ProfileFormat> FORMATS = new LinkedHashMap<>();

    static {
        FORMATS.put(".*\\.cubex", new CubexFormat());
        FORMATS.put(".*/profile\\.\\d+\\.\\d+\\.\\d+", new TauFormat());
        FORMATS.put(".*/hatchet-graph-literal\\.json", new HatchetFormat());
        FORMATS.put(".*\\.tree\\.json", new TimemoryFormat());
        FORMATS.put(".*/pyinstrument-.*\\.json", new PyinstrumentFormat());
        FORMATS.put(".*/callgrind\\.dot.*", new Gprof2dotFormat());
        FORMATS.put(".*\\.pstats", new CprofileFormat());
        FORMATS.put(".*/pprof/.*\\.prof", new PprofFormat());
        FORMATS.put(".*/(ncu/.*|ncu-[^/]*)\\.csv", new NcuFormat());
        FORMATS.put(".*/nsys/.*\\.sqlite", new NsysFormat());
        FORMATS.put(".*/spotdb/.*\\.sqlite", new SpotFormat());
        FORMATS.put(".*/collapsed/.*\\.txt", new CollapsedFormat());
        FORMATS.put(".*\\.linux-perf\\.txt", new PerfScriptFormat());
        FORMATS.put(".*/speedscope/.*\\.json", new SpeedscopeFormat());
        FORMATS.put(
                ".*/(chrome-trace/.*\\.json|gpu(-jobs)?/.*\\.json\\.gz)", new ChromeTraceFormat());
        FORMATS.put(".*/user_ensemble\\.json", new ThicketFormat());
    }

    @Test
    void eachFormatClaimsItsOwnFilesAndNoOthers() throws IOException {
        Path data = TestData.require("hatchet").getParent();
        int own = 0;
        int foreign = 0;
        for (Path file : files(data)) {
            Input input = Input.of(file);
            for (Map.Entry<String, ProfileFormat> each : FORMATS.entrySet()) {
                boolean mine = file.toString().matches(each.getKey());
                assertThat(each.getValue().sniff(input))
                        .as("%s of %s", each.getValue().name(), file)
                        .isEqualTo(mine ? Match.CERTAIN : Match.NO);
                if (mine) own++;
                else foreign++;
            }
        }
        assertThat(own).isGreaterThan(15);
        System.out.printf("%d own samples claimed, %d foreign ones left alone%n", own, foreign);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void foldersOfOtherToolsAreNotClaimed() throws IOException {
        Path data = TestData.require("hatchet").getParent();
        int folders = 0;
        try (Stream<Path> all = Files.walk(data)) {
            for (Path folder : all.filter(Files::isDirectory).toList()) {
                boolean tau = folder.toString().matches(".*/(tau-cpi-mpi|tau)");
                Input input = Input.of(folder.toString());
                assertThat(new TauFormat().sniff(input))
                        .as("tau of %s", folder)
                        .isEqualTo(tau ? Match.CERTAIN : Match.NO);
                boolean timemory = folder.toString().endsWith("/timemory");
                assertThat(new TimemoryFormat().sniff(input))
                        .as("timemory of %s", folder)
                        .isEqualTo(timemory ? Match.CERTAIN : Match.NO);
                folders++;
            }
        }
        System.out.printf("%d folders sniffed%n", folders);
    }
}
