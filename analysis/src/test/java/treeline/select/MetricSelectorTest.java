package treeline.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.testkit.Drawing;

import java.util.List;
import java.util.Optional;

class MetricSelectorTest {
    private final Outline outline =
            Drawing.profileOf(
                            """
                            metric REALTIME s inclusive
                            path  rank0
                            main  1

                            metric REALTIME s exclusive
                            path  rank0
                            main  1

                            metric PAPI_TOT_INS 1 exclusive
                            path  rank0
                            main  1

                            metric perf::cycles 1 inclusive
                            path  rank0
                            main  1

                            metric GKER s inclusive
                            path  rank0
                            main  1

                            metric rss B point
                            path  rank0
                            main  1
                            """)
                    .outline();

    private String metrics(String selector) {
        return MetricSelector.parse(selector).of(outline).toString();
    }

    @Test
    void namesAreThoseOfTheFileInAnyLetters() {
        assertThat(metrics("PAPI_TOT_INS")).isEqualTo("[PAPI_TOT_INS:exclusive]");
        assertThat(metrics("perf::cycles")).isEqualTo("[perf::cycles:inclusive]");
        assertThat(metrics("realtime")).isEqualTo("[REALTIME:inclusive]");
        assertThat(metrics("papi_*, rss")).isEqualTo("[PAPI_TOT_INS:exclusive, rss]");
        assertThat(MetricSelector.parse("*").of(outline)).isEqualTo(outline.metrics());
    }

    @Test
    void timeIsTheTimeWhateverItIsCalled() {
        assertThat(metrics("time")).isEqualTo("[REALTIME:inclusive]");
        assertThat(metrics("time (i,e)")).isEqualTo("[REALTIME:inclusive, REALTIME:exclusive]");
        assertThat(metrics("gpu")).isEqualTo("[GKER:inclusive]");
    }

    @Test
    void aTimeIsNotTakenForThatOfAnotherClock() {
        assertThatThrownBy(() -> metrics("cputime"))
                .hasMessage("no metric 'cputime'; the time of this run is called 'REALTIME'");
        Outline plain =
                Drawing.profileOf("metric time s inclusive\npath  rank0\nmain  1\n").outline();
        assertThatThrownBy(() -> MetricSelector.parse("realtime (i)").of(plain))
                .hasMessage("no metric 'realtime'; the time of this run is called 'time'");
    }

    @Test
    void scopesAreStoredOrComputed() {
        assertThat(metrics("REALTIME:exclusive")).isEqualTo("[REALTIME:exclusive]");
        assertThat(metrics("GKER(e) | rss (p)")).isEqualTo("[GKER:exclusive, rss]");
        for (String wrong : new String[] {"GKER (p)", "GKER (i,p)"})
            assertThatThrownBy(() -> metrics(wrong))
                    .hasMessage("no scope p of 'GKER'; available: i, e");
        assertThatThrownBy(() -> metrics("rss (p,i)"))
                .hasMessage("no scope i of 'rss'; available: p");
        assertThat(metrics("* (p)")).isEqualTo("[rss]");
        assertThatThrownBy(() -> metrics("* (i,c)"))
                .hasMessage("no scope c of '*'; available: i, e, p");
        assertThatThrownBy(() -> metrics("bytes"))
                .hasMessageStartingWith("no metric 'bytes'; available");
    }

    @Test
    void mistakesAreShownWhereTheyAre() {
        assertThatThrownBy(() -> MetricSelector.parse("time,,x"))
                .hasMessage(
                        """
                        expected a metric name, found nothing
                          time,,x
                               ^\
                        """);
        assertThatThrownBy(() -> MetricSelector.parse("time (i"))
                .hasMessageContaining("not closed");
        assertThatThrownBy(() -> MetricSelector.parse("(i,e)")).hasMessageContaining("^");
        assertThatThrownBy(() -> metrics("GKER (x)"))
                .hasMessage(
                        """
                        expected scopes: i (inclusive), e (exclusive), p (point reading), \
                        c (lex_aware), several with commas, as in GKER (i,e); found 'x'
                          GKER (x)
                                ^\
                        """);
        assertThatThrownBy(() -> metrics("nothing (x)"))
                .hasMessageStartingWith("no metric 'nothing (x)'; available");
    }

    @Test
    void statisticsAreThoseThatTheFileKeeps() {
        Outline summary =
                Drawing.profileOf(
                                """
                                metric CPUTIME s inclusive
                                path  rank0
                                main  1

                                metric CPUTIME:Mean s inclusive
                                path  rank0
                                main  1
                                """)
                        .outline();
        assertThat(MetricSelector.parse("cputime:mean (i)").of(summary).toString())
                .isEqualTo("[CPUTIME:Mean:inclusive]");
        assertThat(MetricSelector.parse("time:MEAN").of(summary).toString())
                .isEqualTo("[CPUTIME:Mean:inclusive]");
        assertThatThrownBy(() -> MetricSelector.parse("cputime:max (i,e)").of(summary))
                .hasMessage(
                        """
                        the file does not store the statistic 'max' of 'CPUTIME' over contexts; commands with the option --of compute it with --of max
                          cputime:max (i,e)
                                 ^\
                        """);
        assertThatThrownBy(() -> metrics("rss:stddev"))
                .hasMessageStartingWith(
                        "the file does not store the statistic 'stddev' of 'rss' over contexts\n");
        assertThatThrownBy(() -> metrics("bytes:sum"))
                .hasMessageStartingWith("no metric 'bytes:sum'");
    }

    @Test
    void namesBetweenQuotesMayHaveAnyCharacter() {
        Outline odd =
                Drawing.profileOf(
                                """
                                metric L1,miss(i) s inclusive
                                path  rank0
                                main  1
                                """)
                        .outline();
        MetricSelector selector = MetricSelector.parse("\"L1,miss(i)\" (e)");
        assertThat(selector.of(odd).toString()).isEqualTo("[L1,miss(i):exclusive]");
        assertThat(selector).hasToString("\"L1,miss(i)\" (e)");
        assertThat(MetricSelector.parse(selector.toString())).isEqualTo(selector);
        assertThatThrownBy(() -> MetricSelector.parse("time, \"L1"))
                .hasMessageStartingWith("unterminated name\n")
                .hasMessageEndingWith("\n        ^");
    }

    @Test
    void theTimeIsFoundByTheNameThatTheFileHas() {
        Outline plain =
                Drawing.profileOf("metric time s inclusive\npath  rank0\nmain  1\n").outline();
        Outline known =
                plain.withMetadata(plain.metadata().with(Outline.STORED_NAME + "time", "CPUTIME"));
        for (String name : List.of("cputime (i,e)", "CPUTIME (i,e)", "CpuTime (i,e)"))
            assertThat(MetricSelector.parse(name).of(known).toString())
                    .isEqualTo("[time:inclusive, time:exclusive]");
        assertThat(MetricSelector.parse("CPUTIME (sec)").of(known).toString())
                .isEqualTo("[time:inclusive]");
        assertThat(known.metric("cputime:exclusive").toString()).isEqualTo("time:exclusive");
        assertThatThrownBy(() -> MetricSelector.parse("realtime").of(known))
                .hasMessage(
                        "no metric 'realtime'; the time of this run is called 'time' and measures"
                                + " CPUTIME");
    }

    private String one(String name) {
        return MetricSelector.one(outline, Optional.of(name), Scope.EXCLUSIVE).toString();
    }

    @Test
    void oneMetricIsInclusiveUnlessItsScopeIsNamed() {
        assertThat(one("REALTIME")).isEqualTo("REALTIME:inclusive");
        assertThat(one("time")).isEqualTo("REALTIME:inclusive");
        assertThat(one("REALTIME:exclusive")).isEqualTo("REALTIME:exclusive");
        assertThat(one("time (e)")).isEqualTo("REALTIME:exclusive");
        assertThat(one("PAPI_TOT_INS")).isEqualTo("PAPI_TOT_INS:inclusive");
        assertThat(one("papi_tot_ins")).isEqualTo("PAPI_TOT_INS:inclusive");
        assertThat(one("PAPI_TOT_INS:exclusive")).isEqualTo("PAPI_TOT_INS:exclusive");
        assertThat(one("rss")).isEqualTo("rss");
        assertThat(one("RSS")).isEqualTo("rss");
        assertThat(MetricSelector.parse("rss, time (e)").isScoped()).isFalse();
    }

    @Test
    void callsAreThoseOfTheNodeItself() {
        Outline counted =
                outline.withMetrics(List.of(new Metric("calls", Unit.COUNT, Scope.INCLUSIVE)));
        assertThat(MetricSelector.one(counted, Optional.of("calls"), Scope.INCLUSIVE))
                .hasToString("calls:exclusive");
        assertThat(MetricSelector.one(counted, Optional.of("calls (i)"), Scope.INCLUSIVE))
                .hasToString("calls:inclusive");
    }

    @Test
    void withoutANameItIsTheTimeInTheUsualScope() {
        for (Scope usual : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE))
            assertThat(MetricSelector.one(outline, Optional.empty(), usual).scope())
                    .isEqualTo(usual);
        Outline readings = Drawing.profileOf("metric rss B point\npath rank0\nmain 3\n").outline();
        assertThat(MetricSelector.one(readings, Optional.empty(), Scope.EXCLUSIVE))
                .hasToString("rss");
    }

    @Test
    void oneMetricIsNeitherNoneNorSeveral() {
        assertThatThrownBy(() -> one("time (i,e)"))
                .hasMessage(
                        "expected one metric, but 'time (i,e)' selects REALTIME:inclusive,"
                                + " REALTIME:exclusive");
        assertThatThrownBy(() -> one("papi_tot"))
                .hasMessageStartingWith("no metric 'papi_tot'")
                .hasMessageContaining("PAPI_TOT_INS");
        assertThatThrownBy(() -> one("REALTIM")).hasMessageEndingWith("?");
        assertThatThrownBy(() -> one("rss (e)"))
                .hasMessageStartingWith("no scope e of 'rss'; available: p");
        assertThatThrownBy(() -> one("time (x)")).hasMessageStartingWith("expected scopes: ");
    }

    /// A metric whose name starts with the clock's is that clock's, in any letters.
    @Test
    void aClockIsFoundByTheStartOfAName() {
        Outline clocks =
                Drawing.profileOf(
                                """
                                metric cputime_total s inclusive
                                path  rank0
                                main  1

                                metric bytes B inclusive
                                path  rank0
                                main  1
                                """)
                        .outline();
        assertThat(MetricSelector.parse("CPUTIME").of(clocks).toString())
                .isEqualTo("[cputime_total:inclusive]");
        Outline bytes =
                Drawing.profileOf("metric bytes B inclusive\npath rank0\nmain 3\n").outline();
        assertThatThrownBy(() -> MetricSelector.parse("time").of(bytes))
                .hasMessageStartingWith("no metric 'time'");
        assertThatThrownBy(() -> MetricSelector.parse("cputime").of(bytes))
                .hasMessageStartingWith("no metric 'cputime'; available");
    }

    @Test
    void aNameMayBeQuotedFromTheFirstCharacter() {
        assertThat(metrics("\"rss\"")).isEqualTo("[rss]");
    }
}
