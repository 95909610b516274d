package treeline.formats.hpctoolkit.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.formats.hpctoolkit.HpctoolkitSummaryFormat;
import treeline.formats.hpctoolkit.SampleDatabase;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class TaxonomyTest {
    private static final String INPUTS =
            """
            version: 0
            inputs:
              - &busy
                metric: GKER (sec)
                scope: execution
                formula: $$
                combine: sum
              - &count
                metric: "GKER:COUNT"   # quoted, because of the colon
                scope: execution
                formula: $$
                combine: sum
            """;

    @TempDir Path folder;

    private HpctoolkitSource open(String yaml) throws IOException {
        SampleDatabase.of(
                        """
                        1  entry main thread
                        4    function main
                        2      line main.c:12
                        """,
                        """
                        metric GKER (sec)
                        context  rank0  rank1
                        2            6      1
                        """,
                        """
                        metric GKER:COUNT
                        context  rank0  rank1
                        2            3      -
                        """)
                .write(folder);
        Files.createDirectories(folder.resolve("metrics"));
        Files.writeString(folder.resolve("metrics/default.yaml"), yaml);
        return new HpctoolkitFormat().open(Input.of(folder.toString()));
    }

    private HpctoolkitSource withFormula(String formula) throws IOException {
        return open(
                INPUTS
                        + """
                        roots:
                          - name: Kernel time (sec)
                            description: mean time of a kernel
                            variants:
                              Sum:
                                render: [number, percent]
                                formula:
                                  inclusive:
                                    standard: %s
                        """
                                .formatted(formula));
    }

    @Test
    void aDerivedMetricIsAReadingComputedAtEveryNode() throws IOException {
        try (var source = withFormula("{/: [*busy, *count]}")) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column("Kernel time").at(0, 0)).isEqualTo(2);
            assertThat(profile.column("Kernel time").at(1, 0)).isNaN(); // no kernel was counted
            assertThat(profile.metric("Kernel time").scope()).isEqualTo(Metric.Scope.POINT);
            assertThat(profile.metric("Kernel time").unit().symbol()).isEqualTo("s");
        }
    }

    @Test
    void formulasNestAndMayBeInfix() throws IOException {
        try (var source =
                withFormula("{min: [100, {max: [0, [[*busy, \"*\", 10], /, *count]]}]}")) {
            assertThat(source.load(Slice.everything()).column("Kernel time").at(0, 0))
                    .isEqualTo(20);
        }
    }

    @Test
    void aMetricThatIsOnlyShownUnderANameIsNotRepeated() throws IOException {
        try (var source = withFormula("*busy")) {
            assertThat(source.outline().metrics())
                    .extracting(Metric::name)
                    .doesNotContain("Kernel time");
        }
    }

    @Test
    void aFormulaThatIsNotUnderstoodIsReported() throws IOException {
        try (var source = withFormula("{cosine: [*busy]}")) {
            assertThat(source.report().entries().toString())
                    .contains("a derived metric cannot be computed from the stored metrics")
                    .contains("Kernel time (sec)");
        }
    }

    @Test
    void aFileThatIsNotUnderstoodIsReportedWithItsLine() throws IOException {
        try (var source = withFormula("{/: [*busy, *count}")) {
            assertThat(source.report().entries().toString())
                    .contains("the derived metrics of metrics/default.yaml cannot be read")
                    .contains("line 21: expected a text, list or map, found no ',' or ']'");
            assertThat(source.report().isLossy()).isFalse();
        }
        try (var source = open("version: 0\nnot a field\n")) {
            assertThat(source.report().entries().toString())
                    .contains(
                            "line 2: expected a field such as 'name: value', found 'not a field'");
        }
    }

    @Test
    void anotherVersionIsReported() throws IOException {
        try (var source = open("version: 1\nroots:\n")) {
            assertThat(source.report().entries().toString())
                    .contains("default.yaml: expected version 0, found '1'");
        }
    }

    @Test
    void aListedMetricThatIsNoMapIsReported() throws IOException {
        try (var source = open("version: 0\nroots:\n  - GKER\n")) {
            assertThat(source.report().entries().toString())
                    .contains("metrics/default.yaml lists a metric without fields");
        }
    }

    @Test
    void bracketsThatNestTooDeepAreRefused() throws IOException {
        try (var source = withFormula("[".repeat(10_000))) {
            assertThat(source.report().entries().toString()).contains("found more than 64 levels");
        }
    }

    @Test
    void theDerivedMetricsOfARealDatabaseAreComputed() throws IOException {
        Path database = TestData.require("hpctoolkit-v4/derived-metrics.db");
        try (var source = new HpctoolkitSummaryFormat().open(Input.of(database.toString()))) {
            Profile profile = source.load(Slice.everything());
            var blocks = profile.column("GKER:BLKS_ACUMU (function)").byContext();
            assertThat(blocks.cells()).isPositive();
            for (int cell = 0; cell < blocks.cells(); cell++) {
                int node = blocks.index(cell);
                double count = profile.column("GKER:COUNT (function)").at(0, node);
                assertThat(profile.column("GKER:BLKS (function)").at(0, node))
                        .isEqualTo(blocks.value(cell) / count);
            }
            assertThat(source.report().entries().toString()).doesNotContain("cannot be");
        }
    }
}
