package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.testkit.Drawing;

import java.util.List;

/// What of a large profile must be loaded for a query.
class NamedMetricsTest {
    private static final Profile RUN =
            Drawing.profileOf(
                    """
                    metric time s exclusive
                    path  tag  rank0
                    main  a        1

                    metric bytes B exclusive
                    path  tag  rank0
                    main  a        1

                    metric rss B point
                    path  tag  rank0
                    main  a        1
                    """);

    private static List<String> metrics(Query query) {
        return query.metrics(RUN.outline()).stream().map(Metric::toString).toList();
    }

    private static List<String> metrics(String query) {
        return metrics(Query.parse(query));
    }

    @Test
    void comparisonsOfAllStepsNameMetrics() {
        assertThat(metrics("MATCH (p)->(*)->(q) WHERE p.time > 5 AND q.rss IS NONE"))
                .containsExactly("time:exclusive", "rss");
        assertThat(metrics("MATCH (p) WHERE NOT (p.bytes > 5 OR p.\"time (inc)\" < 1)"))
                .containsExactly("bytes:exclusive", "time:exclusive");
    }

    @Test
    void queriesThatAreJoinedNameMetricsToo() {
        String time = "{MATCH (p) WHERE p.time > 5}";
        String rss = "{MATCH (p) WHERE p.rss > 5}";
        for (String join : List.of("AND", "OR", "XOR", "AND NOT", "OR NOT"))
            assertThat(metrics(time + " " + join + " " + rss))
                    .as(join)
                    .containsExactly("time:exclusive", "rss");
    }

    @Test
    void namesTagsAndPlacesNeedNoValues() {
        assertThat(metrics("MATCH (*)->(p) WHERE p.name = 'a' AND p.tag = 'b' AND p.depth > 1"))
                .isEmpty();
        assertThat(metrics("MATCH (p) WHERE p IS LEAF AND p.file IS NONE")).isEmpty();
    }

    @Test
    void aTestInJavaMayAskForAnything() {
        assertThat(metrics(Query.match(Predicate.custom((_, _) -> true)))).hasSize(3);
    }

    @Test
    void aTextComparedWithAMetricIsStillThatMetric() {
        assertThat(metrics(Query.match(attribute("time").is("5"))))
                .containsExactly("time:exclusive");
    }

    @Test
    void unknownNamesAreToldBeforeAnythingIsLoaded() {
        assertThatThrownBy(() -> metrics("MATCH (p) WHERE p.cycles > 5"))
                .hasMessageEndingWith("leaf, time, bytes, rss, tag");
    }
}
