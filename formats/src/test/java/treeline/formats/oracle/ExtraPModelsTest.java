package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.ensemble.Statistic;
import treeline.model.Metadata;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.scaling.model.NodeModel;
import treeline.scaling.search.Form;
import treeline.scaling.search.ScalingFunction;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Models that Extra-P 4.2.5 recorded, of the measurements that it recorded with them.
class ExtraPModelsTest {
    private static final double RELATIVE = 1e-6;

    @ParameterizedTest
    @CsvSource({
        "mpi_scaling Avg time/rank Basic mean, MEASURED, 45",
        "lulesh30 Avg time/rank Basic mean (5 repeats), MEASURED, 55",
        "lulesh30 Avg time/rank Basic median (5 repeats), MEASURED, 55",
        "lulesh_strong Avg time/rank Basic mean, MEASURED, 31",
        "lulesh_strong Avg time/rank Basic negative exponents, FALLING, 31",
        "lulesh_strong total (Avg time/rank * ranks), MEASURED, 31"
    })
    void modelsOfOneParameterAreExtraPs(String section, Form form, int count) {
        Map<String, Object> single =
                OracleJson.map(ThicketRun.oracle("21_extrap_single"), "single_parameter");
        Map<String, Object> expected = OracleJson.map(OracleJson.map(single, section), "models");
        assertThat(expected).hasSize(count);
        assertAgree(expected, form);
    }

    @ParameterizedTest
    @CsvSource({"Avg time/rank", "Max time/rank", "Min time/rank", "Total time"})
    void modelsThatThicketMakesAreOurs(String metric) {
        Map<String, Object> nodes =
                OracleJson.map(ThicketRun.oracle("20_extrap_mpi_scaling"), "nodes");
        Map<String, Object> expected = new TreeMap<>();
        nodes.forEach((node, ofMetrics) -> expected.put(node, OracleJson.map(ofMetrics, metric)));
        assertThat(expected).hasSize(45);
        assertAgree(expected, Form.MEASURED);
    }

    /// From the files themselves, with their repetitions.
    @Test
    void modelsOfFilesAreExtraPs() throws IOException {
        var run = ThicketRun.of("lulesh_strong");
        var metric = run.metric("Avg time/rank");
        assertThat(metric).isNotNull();
        ModelResult models = Modeling.of(metric, "jobsize").as(Form.MEASURED).on(run.ensemble());
        NodeModel main =
                models.models().stream()
                        .filter(model -> model.path().equals("main"))
                        .findFirst()
                        .orElseThrow();
        assertThat(main.text())
                .startsWith("43.5522940")
                .contains(" + -4.8289339")
                .endsWith(" * log2(jobsize)^(1)");
        assertThat(main.points()).hasSize(6).allMatch(point -> point.samples().size() == 5);
        assertThat(main.missing()).isZero();
    }

    /// Extra-P's option for other statistics does nothing for one parameter (its median is its
    /// mean), and Thicket pairs repetitions with wrong coordinates.
    @Test
    void theStatisticOfRepetitionsIsHonoured() throws IOException {
        var run = ThicketRun.of("lulesh_strong");
        var metric = run.metric("Avg time/rank");
        assertThat(metric).isNotNull();
        Modeling mean = Modeling.of(metric, "jobsize");
        for (Statistic statistic : List.of(Statistic.MEDIAN, Statistic.MIN, Statistic.MAX))
            assertThat(mean.by(statistic).on(run.ensemble()).models().getFirst().text())
                    .isNotEqualTo(mean.on(run.ensemble()).models().getFirst().text());
    }

    private static void assertAgree(Map<String, Object> expected, Form form) {
        List<String> names = List.copyOf(expected.keySet());
        Ensemble ensemble = measured(names, expected);
        ModelResult result = Modeling.of(ensemble.metric("time"), "p").as(form).on(ensemble);
        assertThat(result.models()).hasSameSizeAs(names);
        for (NodeModel model : result.models()) {
            String name = names.get(Integer.parseInt(model.path().substring(1)));
            assertAgrees(name, model, JsonTree.map(expected.get(name)));
        }
    }

    private static void assertAgrees(String name, NodeModel model, Map<String, Object> expected) {
        ScalingFunction function = model.function();
        assertThat(shape(function)).as(name).isEqualTo(shape(expected));
        double scale = OracleJson.number(expected, "constant");
        assertThat(function.constant()).as(name).isCloseTo(scale, relative(scale));
        List<Object> terms = OracleJson.list(expected, "terms");
        for (int term = 0; term < terms.size(); term++) {
            double coefficient = OracleJson.number(terms.get(term), "coefficient");
            assertThat(function.terms().get(term).coefficient())
                    .as(name)
                    .isCloseTo(coefficient, relative(coefficient));
        }
        double smape = OracleJson.number(expected, "SMAPE");
        assertThat(model.quality().smape()).as(name).isCloseTo(smape, relative(smape));
        double adjusted = OracleJson.number(expected, "AR2");
        assertThat(model.quality().adjustedR2()).as(name).isCloseTo(adjusted, relative(adjusted));
        double rss = OracleJson.number(expected, "RSS");
        assertThat(model.quality().rss()).as(name).isCloseTo(rss, relative(rss));
        if (expected.get("R2_in_sample") instanceof Double r2)
            assertThat(model.quality().r2()).as(name).isCloseTo(r2, within(1e-9));
        OracleJson.map(expected, "eval")
                .forEach(
                        (at, value) ->
                                assertThat(function.at(Double.parseDouble(at)))
                                        .as(name)
                                        .isCloseTo((Double) value, relative((Double) value)));
    }

    private static org.assertj.core.data.Offset<Double> relative(double value) {
        return within(Math.abs(value) * RELATIVE + 1e-18);
    }

    private static String shape(ScalingFunction function) {
        return new ScalingFunction(
                        0,
                        function.terms().stream()
                                .map(term -> new ScalingFunction.Term(1, term.factors()))
                                .toList())
                .text(List.of("p"));
    }

    private static String shape(Map<String, Object> expected) {
        List<Object> terms = OracleJson.list(expected, "terms");
        if (terms.isEmpty()) return "0.0";
        String text = OracleJson.text(expected, "expression");
        return "1.0 * " + text.substring(text.indexOf("* ") + 2);
    }

    /// A run for each parameter.
    private static Ensemble measured(List<String> names, Map<String, Object> expected) {
        Map<Double, StringBuilder> drawings = new TreeMap<>();
        Set<Integer> counts = new TreeSet<>();
        for (int node = 0; node < names.size(); node++) {
            List<Object> points = OracleJson.list(expected.get(names.get(node)), "measurements");
            counts.add(points.size());
            for (Object point : points) {
                List<Object> pair = JsonTree.list(point);
                drawings.computeIfAbsent(
                                (Double) pair.get(0),
                                _ -> new StringBuilder("metric time s inclusive\npath whole\n"))
                        .append("n%d %s%n".formatted(node, pair.get(1)));
            }
        }
        assertThat(counts).hasSize(1);
        List<Run> runs = new ArrayList<>();
        drawings.forEach(
                (p, drawing) ->
                        runs.add(
                                new Run(
                                        "p" + p,
                                        Metadata.NONE.with("p", new Metadata.Value.Real(p)),
                                        Drawing.profileOf(drawing.toString()))));
        return Ensemble.of(runs);
    }
}
