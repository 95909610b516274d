package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.MetadataRule;
import treeline.ensemble.Run;
import treeline.ensemble.statistics.DifferingSetting;
import treeline.model.Metadata.Value;
import treeline.testkit.TestData;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Folders of runs as other tools and their tutorials leave them.
class RunFoldersDataTest {
    private final Runs runs = Runs.of(Formats.all());

    private List<String> named(String folder) throws IOException {
        return runs.named(List.of(TestData.require(folder).toString()));
    }

    private Ensemble ensemble(String folder) throws IOException {
        var builder = new EnsembleBuilder(Reduction.MEAN);
        for (Runs.Read run : runs.all(named(folder)))
            builder.add(Run.of(run.path(), run.profile()));
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({
        "thicket/tutorial/data/quartz/clang14.0.6_BaseSeq_8388608, 10",
        "thicket/tutorial/data/quartz, 50",
        "thicket/tutorial-2023/lulesh_strong, 30",
        "thicket/tests/mpi_scaling_cali, 5",
        "thicket/tests/rajaperf, 18",
        "hatchet/lulesh-1node, 2",
        "caliper/fpp, 3",
    })
    void foldersAreTheirFiles(String folder, int expected) throws IOException {
        assertThat(named(folder)).hasSize(expected);
    }

    @ParameterizedTest
    @CsvSource({"caliper/fpp/p04", "hatchet/tau-cpi-mpi", "hpctoolkit-v4/hatchet_cpi_v4_database"})
    void foldersOfOneRunAreOne(String folder) throws IOException {
        assertThat(named(folder)).hasSize(1);
    }

    @Test
    void databasesBelowAFolderAreARunEach() throws IOException {
        assertThat(named("hpctoolkit-v4")).hasSize(12).anyMatch(run -> run.endsWith("issue-233"));
    }

    @Test
    void runsComeAsPeopleCount() throws IOException {
        assertThat(named("thicket/tests/mpi_scaling_cali"))
                .extracting(run -> Path.of(run).getFileName().toString())
                .containsExactly(
                        "27_cores.cali",
                        "64_cores.cali",
                        "125_cores.cali",
                        "216_cores.cali",
                        "343_cores.cali");
    }

    @Test
    void ranksComeFromTheDataOrTheNames() throws IOException {
        Ensemble lulesh = ensemble("hatchet/lulesh-1node");
        assertThat(lulesh.metadata(0).get("ranks")).contains(new Value.Whole(1));
        assertThat(lulesh.metadata(1).get("ranks")).contains(new Value.Whole(27));
        Ensemble named = lulesh.withMetadata(MetadataRule.fromKey("-(?<cores>\\d+)core"));
        assertThat(named.groupBy("cores"))
                .extracting(group -> group.label())
                .containsExactly("1", "27");
    }

    @Test
    void theSettingsThatDifferAreFewAndTrue() throws IOException {
        Ensemble strong = ensemble("thicket/tutorial-2023/lulesh_strong");
        assertThat(names(DifferingSetting.of(strong)))
                .containsExactly("jobsize", "numhosts", "threads", "problem_size");
        assertThat(DifferingSetting.within(strong.groupBy("jobsize"))).isEmpty();
        Ensemble raja = ensemble("thicket/tests/rajaperf");
        assertThat(names(DifferingSetting.within(raja.groupBy("compiler"))))
                .containsExactly("ProblemSizeRunParam", "tuning");
        Ensemble lulesh = ensemble("thicket/tests/example-json");
        assertThat(DifferingSetting.within(lulesh.groupBy("jobsize")))
                .extracting(DifferingSetting::toString)
                .contains("problem_size differs: 10, 20, 30, 40, 50");
    }

    private static List<String> names(List<DifferingSetting> settings) {
        return settings.stream().map(DifferingSetting::name).toList();
    }

    @Test
    void noRunOfThemIsPartial() throws IOException {
        for (String folder : List.of("thicket/tutorial/data/quartz", "thicket/tests"))
            assertThat(runs.all(named(folder))).noneMatch(Runs.Read::isPartial);
    }
}
