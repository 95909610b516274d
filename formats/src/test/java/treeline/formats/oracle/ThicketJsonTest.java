package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.formats.oracle.ThicketRun.node;
import static treeline.formats.oracle.ThicketRun.section;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Metric;
import treeline.testkit.TestData;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An ensemble that Thicket wrote as JSON: 172 runs of one file.
class ThicketJsonTest {
    private static Ensemble written() throws IOException {
        Runs reader = Runs.of(Formats.all());
        String file = TestData.require("thicket/tests/example-json/user_ensemble.json").toString();
        List<Run> runs = new ArrayList<>();
        for (Runs.Read read : reader.all(reader.named(List.of(file))))
            runs.add(Run.of(read.path().substring(file.length() + 1), read.profile()));
        return Ensemble.of(runs);
    }

    @Test
    void allRunsOfTheFileAreThickets() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("25_json_ensemble");
        Ensemble ours = written();
        assertThat(ours.keys())
                .containsExactlyInAnyOrderElementsOf(
                        JsonTree.map(section(expected, "profiles")).values().stream()
                                .map(String::valueOf)
                                .toList());
        assertThat(ours.tree().size())
                .isEqualTo((int) HatchetRun.number(expected.get("num_nodes")));
        assertThat(ours.performance().rows()).isEqualTo(3278);
        for (Metric metric : ours.metrics())
            assertThat(metric.scope()).isEqualTo(Metric.Scope.INCLUSIVE);
        var agreement = new Agreement();
        Metric time = ours.metric("avg#inclusive#sum#time.duration");
        for (Statistic statistic : List.of(Statistic.MEAN, Statistic.STD)) {
            double[] values = Statistics.values(ours, time, statistic);
            for (Map<String, Object> row : HatchetRun.rows(section(expected, "stats")))
                agreement.number(
                        values[node(ours.tree(), String.valueOf(row.get("node")))],
                        section(row, time.name() + "_" + statistic.name()),
                        String.valueOf(row.get("node")));
        }
        assertThat(agreement.count()).isGreaterThan(40);
        agreement.print("an ensemble as JSON");
    }

    @Test
    void whatIsKnownOfTheRunsIsThickets() throws IOException {
        Map<String, Object> unique =
                JsonTree.map(section(ThicketRun.oracle("25_json_ensemble"), "unique_metadata"));
        Ensemble ours = written();
        assertThat(unique).hasSize(8);
        for (Map.Entry<String, Object> each : unique.entrySet()) {
            List<String> values =
                    ours.groupBy(each.getKey()).stream()
                            .filter(group -> group.key().getFirst().isPresent())
                            .map(group -> group.label())
                            .toList();
            assertThat(values)
                    .as(each.getKey())
                    .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(each.getValue()));
        }
    }
}
