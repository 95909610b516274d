package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.RunEnsemble;
import treeline.Treeline;
import treeline.cluster.ClusterMetadata;
import treeline.cluster.Clustering;
import treeline.cluster.Features;
import treeline.cluster.KMeans;
import treeline.cluster.Nearest;
import treeline.cluster.PrincipalComponents;
import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.MetadataRule;
import treeline.ensemble.NodeCondition;
import treeline.ensemble.Run;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.DifferingSetting;
import treeline.ensemble.statistics.MetricCoverage;
import treeline.ensemble.statistics.MetricPair;
import treeline.ensemble.statistics.Normality;
import treeline.ensemble.statistics.Pivot;
import treeline.ensemble.statistics.TopDown;
import treeline.ensemble.statistics.Variability;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.query.ContextQuantifier;
import treeline.query.Query;
import treeline.scaling.Scaling;
import treeline.scaling.ScalingResult;
import treeline.single.Correlation;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Table;
import treeline.testkit.Drawing;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The examples of `docs/reference/ensembles-java.md`. Every line of its Java is in this class.
class EnsemblesGuideTest {
    @TempDir private Path folder;

    private final Ensemble first =
            Ensemble.of(List.of(drawn("a", 4, "gcc", 8), drawn("b", 8, "gcc", 4)));
    private final Ensemble second =
            Ensemble.of(List.of(drawn("c", 4, "clang", 4), drawn("d", 8, "clang", 3)));

    private static Run drawn(String key, int ranks, String compiler, int time) {
        return new Run(
                key,
                Metadata.NONE.with("ranks", ranks).with("compiler", compiler),
                Drawing.profileOf(
                        "metric time s inclusive\npath whole\nmain %d\nmain/io 1".formatted(time)));
    }

    @BeforeEach
    void write() throws IOException {
        for (int run = 0; run < 3; run++)
            Files.writeString(
                    folder.resolve(run + ".json"),
                    """
                    [{"frame": {"name": "main", "type": "function"}, "metrics": {"time": %d}}]
                    """
                            .formatted(run));
    }

    @Test
    void runsAreReadAndPutTogether() throws IOException {
        String pattern = folder + "/*.json";
        Runs reader = Runs.of(Formats.all());
        EnsembleBuilder builder = new EnsembleBuilder(Reduction.MEAN);
        for (Runs.Read run : reader.all(reader.named(List.of(pattern))))
            builder.add(Run.of(run.path(), run.profile()));
        Ensemble ensemble = builder.build();

        RunEnsemble runs = Treeline.openAll(pattern);
        Ensemble data = runs.data();

        assertThat(ensemble.runs()).isEqualTo(3);
        assertThat(data.performance()).isEqualTo(ensemble.performance());
        kernels(reader, folder.resolve("0.json").toString());
    }

    private void kernels(Runs reader, String path) throws IOException {
        String report = folder.resolve("report.csv").toString();
        Files.writeString(
                Path.of(report),
                """
                "ID","Kernel Name","Context","Stream","dram.sum"
                "","","","","byte"
                "0","main(int)","1","7","16"
                """);
        Runs withKernels = reader.withKernels(Map.of(path, report));
        assertThat(
                        withKernels
                                .all(List.of(path))
                                .getFirst()
                                .profile()
                                .column("ncu.dram.sum")
                                .at(0, 0))
                .isEqualTo(16);
    }

    @Test
    void runsAreChosenAndCompared() {
        Ensemble all = Ensemble.concat(List.of(first, second));
        assertThat(all.runs()).isEqualTo(4);
        compareAll(all);
    }

    private void compareAll(Ensemble ensemble) {
        Metric time = ensemble.metric("time");
        Table rows = ensemble.performance("ranks");
        Table facts = ensemble.metadata();
        Table table =
                Statistics.of(
                        ensemble,
                        List.of(time),
                        List.of(Statistic.MEAN, Statistic.STD, Statistic.percentile(0.9)));

        Ensemble large = ensemble.where("ranks >= 8");
        Ensemble common = ensemble.intersection();
        Ensemble heavy = ensemble.keeping(time, Statistic.MEAN, mean -> mean > 1);
        Ensemble sends = ensemble.matching(Query.parse("MATCH (p) WHERE p.\"name\" = \"io\""));
        List<RunGroup> compilers = ensemble.groupBy("compiler");
        Ensemble means = ensemble.aggregated(Statistic.MEAN, "ranks");

        Ensemble both = new EnsembleJoin().add("gcc", first).add("clang", second).by("ranks");
        Ensemble speedups = both.with("speedup", "gcc.time / clang.time");

        Table boxes = BoxPlot.of(ensemble, time);
        Table normal = Normality.of(ensemble, time);
        MetricPair pair = new MetricPair(both, both.metric("gcc.time"), both.metric("clang.time"));
        Table correlation = pair.correlation(Correlation.Method.SPEARMAN);
        Table distance = pair.bhattacharyyaDistance();
        Table scores = pair.scores();
        Table preferred = pair.preference(0.05);
        Table pivot = Pivot.of(means, time, Grouping.NAME, Threshold.none());
        Table speedup = Scaling.of(Scaling.Kind.SPEEDUP, time, "ranks").on(ensemble).table();
        Ensemble unequal = new EnsembleJoin().add("gcc", first).add("clang", large).unpaired();
        Ensemble often =
                ensemble.matching(
                        Query.parse("MATCH (p) WHERE p.\"time\" > 2"), ContextQuantifier.ANY);
        Map<String, TopDown> slots = TopDown.byHeader(ensemble);

        assertThat(unequal.runs()).isEqualTo(2);
        assertThat(often.tree().size()).isEqualTo(1);
        assertThat(slots).isEmpty();
        assertThat(rows.rows()).isEqualTo(8);
        assertThat(facts.rows()).isEqualTo(4);
        assertThat(List.of(table, boxes, normal, correlation, distance, scores, preferred))
                .extracting(Table::rows)
                .containsOnly(2);
        assertThat(large.runs()).isEqualTo(2);
        assertThat(common.tree().size()).isEqualTo(2);
        assertThat(heavy.tree().size()).isEqualTo(1);
        assertThat(sends.tree().size()).isEqualTo(1);
        assertThat(compilers).hasSize(2);
        assertThat(speedups.at(speedups.metric("speedup"), 0, 0)).isEqualTo(2);
        assertThat(pivot.rows()).isEqualTo(2);
        assertThat(speedup.real("8").at(0)).isEqualTo(6 / 3.5);
    }

    @Test
    void runsAreLeftOutAndScale() {
        Ensemble ensemble = Ensemble.concat(List.of(first, second));
        Metric time = ensemble.metric("time");

        Ensemble unsteady =
                ensemble.keeping(NodeCondition.parse("std(time) > 2 and mean(time) > 4"));
        Ensemble costs = ensemble.with("cost", "time * ranks");
        Ensemble once = ensemble.distinct("ranks", "compiler");
        Ensemble whereMainIs =
                ensemble.complete(time, node -> ensemble.tree().name(node).equals("main"));
        Ensemble inliers = ensemble.withoutOutliers(time, ensemble.tree().at("main"), "ranks");

        Table byCompiler =
                Scaling.of(Scaling.Kind.SPEEDUP, time, "compiler").from("gcc").on(ensemble).table();
        ScalingResult scaling =
                Scaling.of(Scaling.Kind.STRONG_EFFICIENCY, time, "ranks")
                        .by("compiler")
                        .on(ensemble);
        Table whole = scaling.overall();
        Table lost = scaling.losses();
        Optional<Scaling.Kind> looksLike = scaling.guess();

        assertThat(unsteady.tree().size()).isEqualTo(1);
        assertThat(costs.at(costs.metric("cost"), 0, 0)).isEqualTo(32);
        assertThat(List.of(once, whereMainIs, inliers)).extracting(Ensemble::runs).containsOnly(4);
        assertThat(byCompiler.real("gcc").at(0)).isEqualTo(1);
        assertThat(whole.rows()).isEqualTo(4);
        assertThat(lost.rows()).isEqualTo(4);
        assertThat(looksLike).hasValue(Scaling.Kind.STRONG_EFFICIENCY);
    }

    @Test
    void whatFilesDoNotSayIsAdded() {
        Ensemble ensemble =
                Ensemble.of(
                        List.of(
                                drawn("runs/gcc-64-0.cali", 64, "gcc", 8),
                                drawn("runs/gcc-64-1.cali", 64, "gcc-9", 8)));
        Metric time = ensemble.metric("time");
        Ensemble named =
                ensemble.withMetadata(MetadataRule.fromKey("-(?<size>\\d+)-(?<trial>\\d+)"));
        Ensemble families =
                ensemble.withMetadata(MetadataRule.from("compiler", "(?<family>[a-z]+)"));
        Ensemble fixed =
                ensemble.withMetadata(
                        "compiler",
                        run ->
                                run.get("compiler")
                                        .map(
                                                name ->
                                                        new Metadata.Value.Text(
                                                                name.toString().strip())));
        MetadataRule.Applied described =
                MetadataRule.table(Table.ofCsv("run,problem_size\ngcc-64-0.cali,30\n"))
                        .on(ensemble);
        List<String> runsWithoutARow = described.without();
        List<String> rowsWithoutARun = described.unused();
        List<DifferingSetting> differing = DifferingSetting.within(ensemble.groupBy("ranks"));
        MetricCoverage coverage = MetricCoverage.of(ensemble, time);
        String missing = coverage.message("gcc");

        assertThat(named.groupBy("size", "trial")).hasSize(2);
        assertThat(families.groupBy("family")).hasSize(1);
        assertThat(fixed.metadata()).isEqualTo(ensemble.metadata());
        assertThat(runsWithoutARow).containsExactly("runs/gcc-64-1.cali");
        assertThat(rowsWithoutARun).isEmpty();
        assertThat(differing).isEmpty();
        assertThat(coverage.isComplete()).isTrue();
        assertThat(missing).startsWith("0 of the 2 runs");
    }

    @Test
    void ensemblesAreKept() throws IOException {
        Ensemble ensemble = first;
        Profile saved = ensemble.saved();
        Ensemble same = Ensemble.ofSaved(saved);
        assertThat(same.performance()).isEqualTo(ensemble.performance());
        String all = folder + "/all.tldb";
        Formats.all().exporter("database").export(saved, Path.of(all));
        assertThat(Runs.of(Formats.all()).all(List.of(all))).hasSize(1);
    }

    @Test
    void runsThatAreAlikeAndNodesThatMakeThemDiffer() {
        Ensemble ensemble = Ensemble.concat(List.of(first, second));
        Metric time = ensemble.metric("time");

        String path = "a";
        Features features = Features.ofRuns(ensemble, time).standardised();
        PrincipalComponents components = PrincipalComponents.of(features);
        Clustering clusters = KMeans.best(components.reduced(2), 2, 8);
        Table members = clusters.rows();
        Table inCommon = ClusterMetadata.common(ensemble, clusters);
        Table similar = Nearest.ofRun(features, path, 3);
        Variability variability = Variability.of(ensemble, time);
        Table slowNodes = variability.nodes();
        Table slowModules = variability.by(Grouping.MODULE);

        assertThat(clusters.count()).isEqualTo(2);
        assertThat(members.rows()).isEqualTo(4);
        assertThat(inCommon.rows()).isEqualTo(2);
        assertThat(similar.rows()).isEqualTo(3);
        assertThat(slowNodes.column("path").text(0)).isEqualTo("main");
        assertThat(slowModules.rows()).isEqualTo(1);
    }

    @Test
    void everyLineOfThePagesJavaIsInThisClass() throws IOException {
        String code =
                spaceless(
                        Files.readString(
                                Path.of(
                                        "src/test/java/treeline/app/guide/EnsemblesGuideTest.java")));
        int lines = 0;
        boolean inJava = false;
        for (String line : Files.readAllLines(Path.of("../docs/reference/ensembles-java.md"))) {
            if (line.startsWith("```")) {
                inJava = line.equals("```java");
                continue;
            }
            if (!inJava || line.isBlank()) continue;
            assertThat(code).as(line).contains(spaceless(line.replaceFirst(" //.*", "")));
            lines++;
        }
        assertThat(lines).isGreaterThan(25);
    }

    private static String spaceless(String text) {
        return text.replaceAll("\\s+", "");
    }
}
