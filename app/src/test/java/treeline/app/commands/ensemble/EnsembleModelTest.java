package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.app.Session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `treeline ensemble model` on runs whose truth is known: `main` takes 10 s and 2 s per rank, `io`
/// always 1 s.
class EnsembleModelTest extends EnsembleRuns {
    private static final int[] COUNTS = {2, 4, 8, 16, 32};

    private void growing() throws IOException {
        for (int ranks : COUNTS) run("p" + ranks, 10 + 2 * ranks, 1, "ranks " + ranks);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElseThrow();
    }

    @Test
    void peopleReadWhatDominatesAndHowSureItIs() throws IOException {
        growing();
        assertThat(printed("ensemble", "model", runs()))
                .isEqualTo(
                        """
                        models of time (inclusive), 5 runs, by ranks; measured and fitted at 32

                        path     measured  fitted     128    from      to  growth  error  model
                        main       74.0 s  74.0 s   266 s   266 s   266 s    3.59  0.0 %  10.0 s + 2.00 s * ranks
                        main/io    1.00 s  1.00 s  1.00 s  1.00 s  1.00 s       1  0.0 %  1.00 s

                        from and to: 95 % prediction interval (90 to 99 % coverage in simulations); it assumes that the
                          trend continues: a function that levels off beyond the measured range is not covered
                        error: each measured point predicted from the others
                        backtest: predicting ranks = 32 from the smaller runs, the median error is 0.0 %, and 2 of 2 nodes
                          are within their interval
                        ranks = 128 is 4 times beyond the measured range
                        largest exclusive time at ranks = 32: main (73.0 s, 98.6 %), io (1.00 s, 1.4 %); at ranks = 128:
                          main (265 s, 99.6 %), io (1.00 s, 0.4 %)
                        """);
    }

    /// The measurement at the largest setting is not the model there.
    @Test
    void theLargestMeasurementIsNextToTheModel() throws IOException {
        for (int ranks : COUNTS)
            run("p" + ranks, (10 + 2 * ranks) * (ranks == 16 ? 1.1 : 1), 1, "ranks " + ranks);
        assertThat(printed("ensemble", "model", runs(), "--metric", "time:exclusive"))
                .containsPattern("main +73.0 s +73.7 s");
        assertThat(printed("ensemble", "model", runs(), "--json"))
                .containsPattern("\"measured\": 74, \"at_largest\": 7");
    }

    @Test
    void coefficientsCarryTheirUnit() throws IOException {
        for (int ranks : COUNTS)
            drawn(
                    "p%d.run".formatted(ranks),
                    "metric time us inclusive\npath whole\nmain %d\nfact ranks %d\n"
                            .formatted(10_000 + 2000 * ranks, ranks));
        assertThat(printed("ensemble", "model", runs())).contains("10.0 ms + 2.00 ms * ranks\n");
        assertThat(printed("ensemble", "model", runs(), "--json")).contains("\"model\": \"us\"");
    }

    @Test
    void programsGetEveryColumn() throws IOException {
        growing();
        assertThat(printed("ensemble", "model", runs(), "--at", 64, "--json"))
                .startsWith(
                        """
                        {
                          "schema": "treeline/ensemble-model/1",
                          "heading": "models of time (inclusive), 5 runs, by ranks; measured and fitted at 32",
                          "metric": "time",
                          "unit": "s",
                          "scope": "inclusive",
                          "at": {
                            "ranks": 64
                          },
                          "confidence": 0.95,
                          "dominates": "main",
                          "refused": [],
                          "units": {
                            "model": "s",
                            "measured": "s",
                            "at_largest": "s",
                            "predicted": "s",
                            "lower": "s",
                            "upper": "s"
                          },
                          "statements": [
                            {"kind": "finding", "text": "from and to: 95 % prediction interval\
                        """)
                .contains(
                        "{\"kind\": \"finding\", \"text\": \"ranks = 64 is 2 times beyond the"
                                + " measured range\", \"arguments\": {\"parameter\": \"ranks\","
                                + " \"value\": 64, \"distance\": 2}}")
                .contains(
                        """
                          ],
                          "rows": [
                            {"node": 0, "path": "main", "model": "10.00\
                        """)
                .contains("\"at_largest\": 74, \"predicted\": 138, \"lower\": 13")
                .contains(
                        """
                            {"node": 1, "path": "main/io", "model": "1.0", "basis": "model", "measured": 1, "at_largest": 1, "predicted": 1, "lower": 1, "upper": 1, "growth": 1, "error": 0, "form": "measured", "smape": 0, "rss": 0, "r2": 0, "adjusted_r2": 1, "leave_one_out": 0, "backtest": 0, "points": 5, "samples": 5, "missing": 0, "reason": "values do not decrease"}
                          ]
                        }
                        """);
    }

    @Test
    void csvHasEveryColumnWithItsUnit() throws IOException {
        growing();
        assertThat(printed("ensemble", "model", runs(), "--at", 64, "--csv").lines())
                .hasSize(3)
                .startsWith(
                        "node,path,model [s],basis,measured [s],at_largest [s],predicted [s],lower"
                            + " [s],upper"
                            + " [s],growth,error,form,smape,rss,r2,adjusted_r2,leave_one_out,backtest,points,samples,missing,reason")
                .endsWith(
                        "1,main/io,1.0,model,1.0,1.0,1.0,1.0,1.0,1.0,0.0,measured,0.0,0.0,0.0,1.0,0.0,0.0,5,5,0,values"
                            + " do not decrease");
    }

    @Test
    void aPredictionWithinWhatWasMeasuredIsNotCalledBeyond() throws IOException {
        growing();
        assertThat(printed(narrow, "ensemble", "model", runs(), "--at", "ranks=20"))
                .contains("path     measured  fitted      20    from")
                .containsPattern("at ranks = 20:\\s+main \\(49.0 s, 98.0 %\\)")
                .doesNotContain("beyond");
    }

    @Test
    void aUsualNameOfProcessesStandsForTheOneThatRunsHave() throws IOException {
        for (int ranks : COUNTS) run("p" + ranks, 10 + 2 * ranks, 1, "jobsize " + ranks);
        assertThat(firstLine(printed("ensemble", "model", runs(), "--parameter", "ranks")))
                .isEqualTo(
                        "models of time (inclusive), 5 runs, by jobsize; measured and fitted at"
                                + " 32");
        assertThat(firstLine(printed("ensemble", "model", runs())))
                .isEqualTo(
                        "models of time (inclusive), 5 runs, by jobsize; measured and fitted at"
                                + " 32");
    }

    @Test
    void runsWhoseParameterIsNoNumberAreLeftOutWithAWarning() throws IOException {
        growing();
        run("p64", 10 + 2 * 64, 1, "ranks many");
        Session.Answer answer = run(session, "ensemble", "model", runs());
        assertThat(answer.err())
                .isEqualTo("warning: omitted: 1 run without a number for ranks: p64.run\n");
        assertThat(answer.out()).contains("10.0 s + 2.00 s * ranks\n");
    }

    @Test
    void aParameterMayComeFromTheNamesOfRuns() throws IOException {
        for (int size : COUNTS) run("run-" + size, 10 + 2 * size, 1);
        run("other", 1, 1);
        Session.Answer answer =
                run(session, "ensemble", "model", runs(), "--parameter", "size=run-(\\d+)");
        assertThat(answer.err())
                .isEqualTo(
                        """
                        warning: --parameter 'size=run-(\\d+)' does not match 1 of 6 runs: other.run
                        warning: omitted: 1 run without a number for size: other.run
                        """);
        assertThat(answer.out()).contains("10.0 s + 2.00 s * size\n");
    }

    @ParameterizedTest
    @CsvSource({"mean,77.0", "median,75.0", "min,74.0", "max,82.0"})
    void repetitionsCountByTheStatisticThatIsNamed(String statistic, String main)
            throws IOException {
        for (int ranks : COUNTS)
            for (int more : new int[] {0, 1, 8})
                run("p%d-%d".formatted(ranks, more), 10 + 2 * ranks + more, 1, "ranks " + ranks);
        assertThat(
                        printed(
                                "ensemble",
                                "model",
                                runs(),
                                "--at",
                                32,
                                "--repetitions",
                                statistic,
                                "--csv"))
                .containsPattern(
                        "\n0,main,[^,]*,[a-z]+," + main + "," + main + "," + main + ",.*,5,15,0,");
    }

    @Test
    void repetitionsWithinARunAreSamples() throws IOException {
        for (int ranks : COUNTS)
            drawn(
                    "p%d.run".formatted(ranks),
                    """
                    metric time s inclusive
                    path  rep0  rep1  rep2
                    main  %d    %d    %d
                    fact ranks %d
                    """
                            .formatted(10 + 2 * ranks, 11 + 2 * ranks, 18 + 2 * ranks, ranks));
        assertThat(
                        printed(
                                "ensemble",
                                "model",
                                runs(),
                                "--at",
                                32,
                                "--repetitions",
                                "median",
                                "--csv"))
                .containsPattern("\n0,main,[^,]*,model,75.0,75.0,75.0,.*,5,15,0,");
    }

    @Test
    void coverageIsClaimedOnlyAsFarAsItWasMeasured() throws IOException {
        growing();
        String trend = "levels off beyond the measured range is not covered";
        assertThat(words("--at", 32)).contains("(90 to 99 % coverage").doesNotContain(trend);
        assertThat(words("--at", 128)).contains("(90 to 99 % coverage").contains(trend);
        assertThat(words("--at", 129))
                .contains("95 % prediction interval, not calibrated more than 4 times beyond the")
                .contains("measured range (this is 4.03 times)")
                .contains(trend)
                .doesNotContain("coverage");
        assertThat(words("--at", 128, "--confidence", 90)).doesNotContain("coverage");
    }

    private String words(Object... options) throws IOException {
        List<Object> all = new ArrayList<>(List.of("ensemble", "model", runs()));
        all.addAll(List.of(options));
        return printed(all.toArray()).replaceAll("\\s+", " ");
    }

    @Test
    void valuesThatFallAreModelledTimesTheParameterAndThatIsSaid() throws IOException {
        for (int ranks : COUNTS) run("p" + ranks, 64.0 / ranks + 1, 1, "ranks " + ranks);
        assertThat(printed("ensemble", "model", runs()))
                .contains(
                        "1 node gets faster with more ranks and was fitted as time x ranks."
                                + " Leave-one-out error of")
                .contains("1.00 s + 64.0 s * ranks^-1\n")
                .contains("and 2 of 2 nodes");
    }

    @Test
    void aPredictionBelowZeroCountsAsZeroAndIsSaid() throws IOException {
        for (int ranks : COUNTS) run("p" + ranks, 100 - 3 * ranks, 1, "ranks " + ranks);
        assertThat(printed("ensemble", "model", runs(), "--form", "measured", "--at", 64))
                .contains(
                        "the models of 1 node predict a value below 0 at ranks = 64, which counts"
                                + " as 0")
                .containsPattern("main +4.00 s +4.00 s +1.00 s ");
    }

    @Test
    void theFormThatIsAskedForIsTaken() throws IOException {
        growing();
        for (String form : new String[] {"measured", "total", "falling"})
            assertThat(printed("ensemble", "model", runs(), "--form", form, "--csv"))
                    .contains("," + form + ",")
                    .contains(",as requested\n");
        assertThat(printed("ensemble", "model", runs(), "--form", "total")).doesNotContain("fall");
    }

    @Test
    void moreConfidenceIsAWiderInterval() throws IOException {
        for (int ranks : COUNTS) run("p" + ranks, 10 + 2 * ranks + ranks % 3, 1, "ranks " + ranks);
        assertThat(upper("--confidence", "99")).isGreaterThan(upper("--confidence", "50"));
        assertThat(upper()).isEqualTo(upper("--confidence", "95"));
    }

    private double upper(String... options) {
        Object[] words = new Object[4 + options.length];
        words[0] = "ensemble";
        words[1] = "model";
        words[2] = runs();
        words[3] = "--csv";
        System.arraycopy(options, 0, words, 4, options.length);
        String main = printed(words).lines().skip(1).findFirst().orElseThrow();
        return Double.parseDouble(main.split(",")[8]);
    }

    @Test
    void nodesWithTooFewPointsAreNamedWithTheirCount() throws IOException {
        growing();
        drawn("p8.run", "metric time s inclusive\npath whole\nmain 26\nfact ranks 8\n");
        assertThat(printed("ensemble", "model", runs()))
                .contains(
                        "no model of 1 node with fewer than 5 values of a parameter: main/io (4)");
        assertThat(printed("ensemble", "model", runs(), "--json"))
                .contains("\"refused\": [\n    \"main/io\"\n  ]");
    }

    @ParameterizedTest
    @CsvSource({"--csv", "--json", "--at=64"})
    void runsWithTooFewPointsAreRefusedWithTheirCount(String how) throws IOException {
        growing();
        assertThat(refused("ensemble", "model", runs(), "--where", "ranks > 4", how))
                .startsWith(
                        "treeline: a model needs 5 values of each parameter; nodes have at most 3"
                                + " of ranks\n");
    }

    @Test
    void equalParametersAreOnePoint() throws IOException {
        for (int run = 0; run < 6; run++) run("r" + run, 10 + run, 1, "ranks 4");
        assertThat(refused("ensemble", "model", runs()))
                .startsWith(
                        "treeline: a model needs 5 values of each parameter; nodes have at most 1"
                                + " of ranks\n");
    }

    @Test
    void repetitionsThatDifferInMoreAreAWarning() throws IOException {
        growing();
        run("again", 14, 1, "ranks 2", "problem_size 10");
        run("larger", 20, 1, "ranks 2", "problem_size 20");
        assertThat(run(session, "ensemble", "model", runs()).err())
                .isEqualTo(
                        "warning: problem_size differs: 10, 20; separate such runs with --where\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '|',
            value = {
                "--parameter=size@ no run has the metadata 'size'; available: [ranks]",
                "--parameter=size=x(\\d+)@ 'x(\\d+)' does not match the name of any run; the first"
                        + " is 'p2.run'",
                "--parameter=size=(?:x)@ '(?:x)' has no capturing group, such as run-(\\d+)",
                "--parameter=size=p(@ 'p(' is not a valid regular expression: missing closing )",
                "--at=x@ --at x: expected a number above 0, found x",
                "--at=-3@ --at -3: expected a number above 0, found -3",
                "--at=size=3@ --at size=3: expected NAME=VALUE with one of ranks",
            })
    void mistakesAreExplained(String option, String message) throws IOException {
        growing();
        assertThat(firstLine(refused("ensemble", "model", runs(), option)))
                .isEqualTo("treeline: " + message);
    }

    @Test
    void whatIsNamedTwiceIsAMistake() throws IOException {
        growing();
        assertThat(refused("ensemble", "model", runs(), "--at", 3, "--at", "ranks=4"))
                .startsWith("treeline: --at: ranks is given twice\n");
        assertThat(
                        refused(
                                "ensemble",
                                "model",
                                runs(),
                                "--parameter",
                                "ranks",
                                "--parameter",
                                "jobsize"))
                .startsWith("treeline: a parameter is named twice: [ranks, ranks]\n");
    }

    @Test
    void parametersThatChangeTogetherAreAMistake() throws IOException {
        for (int ranks : COUNTS)
            run("p" + ranks, 10 + 2 * ranks, 1, "ranks " + ranks, "size " + 10 * ranks);
        assertThat(refused("ensemble", "model", runs(), "--parameter=ranks", "--parameter=size"))
                .startsWith(
                        "treeline: ranks and size change together: a model needs runs in which one"
                                + " parameter changes and the others are constant\n");
    }
}
