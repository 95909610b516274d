package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.transform.Reduction;
import treeline.view.TreeRows.Limits;
import treeline.view.TreeRows.Sort;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

class TreeRowsTest {
    private final Profile stencil =
            profileOf(
                    """
                    metric time s inclusive
                    path                  rank0
                    main                    100
                    main/setup                9
                    main/setup/read           6
                    main/setup/split          3
                    main/loop                90
                    main/loop/exchange       30
                    main/loop/compute        60
                    main/end                  1
                    """);

    private static String drawn(Profile profile, Limits limits) {
        Metric metric = profile.metrics().getFirst();
        TreeRows rows = TreeRows.of(profile, metric, Reduction.MEAN, limits);
        var text = new StringBuilder();
        for (TreeRows.Row row : rows.rows())
            text.append("  ".repeat(row.depth())).append(drawn(profile, row)).append('\n');
        return text.toString();
    }

    private static String drawn(Profile profile, TreeRows.Row row) {
        String end =
                String.format(
                        Locale.ROOT,
                        " %.0f %.0f%%%s",
                        row.value(),
                        row.share() * 100,
                        row.last() ? "." : "");
        return switch (row) {
            case TreeRows.Shown shown ->
                    (shown.hot() ? "*" : "")
                            + profile.tree().name(shown.node())
                            + end
                            + (shown.hiddenBelow() > 0 ? " +" + shown.hiddenBelow() : "");
            case TreeRows.Elided elided -> elided.nodes() + " more" + end;
        };
    }

    @Test
    void siblingsComeHeaviestFirstAndTheHotPathIsMarked() {
        assertThat(drawn(stencil, Limits.NONE))
                .isEqualTo(
                        """
                        *main 100 100%.
                          *loop 90 90%
                            *compute 60 60%
                            exchange 30 30%.
                          setup 9 9%
                            read 6 6%
                            split 3 3%.
                          end 1 1%.
                        """);
    }

    @Test
    void siblingsCanKeepTheOrderOfTheProfile() {
        assertThat(drawn(stencil, new Limits(2, 0, Sort.ORDER)))
                .isEqualTo(
                        """
                        *main 100 100%.
                          setup 9 9% +2
                          *loop 90 90% +2
                          end 1 1%.
                        """);
    }

    @Test
    void whatIsBelowTheThresholdIsCountedPerParent() {
        assertThat(drawn(stencil, new Limits(9, 0.05, Sort.VALUE)))
                .isEqualTo(
                        """
                        *main 100 100%.
                          *loop 90 90%
                            *compute 60 60%
                            exchange 30 30%.
                          setup 9 9%
                            read 6 6%
                            1 more 3 3%.
                          1 more 1 1%.
                        """);
        assertThat(drawn(stencil, new Limits(9, 0.1, Sort.VALUE))).contains("  4 more 10 10%.\n");
    }

    @Test
    void theHotPathEndsWhereNoChildHasHalf() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path      whole
                        a            10
                        b            30
                        b/left       14
                        b/right      14
                        """);
        assertThat(drawn(profile, Limits.NONE))
                .isEqualTo(
                        """
                        *b 30 75%
                          left 14 35%
                          right 14 35%.
                        a 10 25%.
                        """);
    }

    @Test
    void readingsAreShownAgainstTheLargestAndHaveNoHotPath() {
        Profile profile =
                profileOf(
                        """
                        metric rss B point
                        path       whole
                        main          10
                        main/a         1
                        main/a/b      40
                        main/c         1
                        """);
        assertThat(drawn(profile, new Limits(9, 0.2, Sort.VALUE)))
                .isEqualTo(
                        """
                        main 10 25%.
                          a 1 3%
                            b 40 100%.
                          1 more NaN NaN%.
                        """);
    }

    @Test
    void withoutATotalNothingIsLeftOut() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path    whole
                        main        0
                        main/a      0
                        """);
        assertThat(drawn(profile, new Limits(9, 0.5, Sort.VALUE)))
                .isEqualTo(
                        """
                        main 0 NaN%.
                          a 0 NaN%.
                        """);
    }

    @Test
    void aVeryDeepTreeIsLaidOut() {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        int node = ProfileBuilder.ROOT;
        for (int depth = 0; depth < 200_000; depth++)
            node = builder.child(node, Frame.function("f"));
        builder.add(metric, context, node, 1);
        Profile deep = builder.build();
        TreeRows rows = TreeRows.of(deep, deep.metrics().getFirst(), Reduction.MAX, Limits.NONE);
        assertThat(rows.rows()).hasSize(200_000);
        assertThat(rows.rows().getLast().depth()).isEqualTo(199_999);
    }

    @Test
    void limitsAreChecked() {
        assertThatThrownBy(() -> new Limits(1, 0, 0, Sort.VALUE))
                .hasMessage("the node limit must be at least 1");
        assertThatThrownBy(() -> new Limits(0, 0, Sort.VALUE))
                .hasMessage("the depth must be at least 1");
        assertThatThrownBy(() -> new Limits(1, 1.5, Sort.VALUE))
                .hasMessage("a threshold must be a share from 0 to 1, found 1.5");
    }

    @Test
    void whatIsExactlyAtTheThresholdIsShown() {
        assertThat(drawn(stencil, new Limits(2, 0.09, Sort.VALUE))).contains("  setup 9 9%");
        assertThat(drawn(stencil, new Limits(2, 0.0901, Sort.VALUE))).contains("  4 more 10 10%.");
    }

    @Test
    void siblingsWithoutAValueComeLast() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path         whole
                        main             3
                        main/called      -
                        main/a           1
                        main/b           2
                        """);
        assertThat(drawn(profile, Limits.NONE))
                .isEqualTo(
                        """
                        *main 3 100%.
                          *b 2 67%
                          a 1 33%
                          called NaN NaN%.
                        """);
    }

    private static List<Double> elapsed(String drawing, Metric.Scope scope, Reduction over) {
        Profile profile = profileOf(drawing);
        Metric time = profile.metrics().getFirst().in(scope);
        TreeRows rows = TreeRows.of(profile, time, over, new Limits(9, 0.2, Sort.VALUE));
        List<Double> elapsed = new ArrayList<>(List.of(rows.elapsed()));
        for (TreeRows.Row row : rows.rows()) elapsed.add(row.elapsed());
        return elapsed;
    }

    /// Of the run, then of main, of a, and of what is too small to be shown.
    @Test
    void aStopwatchShowsTheLongestThread() {
        String threads =
                """
                metric time s inclusive
                path    rank0thread0  rank0thread1
                main              10             4
                main/a             6             3
                main/b             1             -
                """;
        double none = Double.NaN;
        assertThat(elapsed(threads, Metric.Scope.INCLUSIVE, Reduction.MEAN))
                .containsExactly(10.0, 10.0, 6.0, none);
        assertThat(elapsed(threads, Metric.Scope.INCLUSIVE, Reduction.SUM))
                .containsExactly(none, none, none, none);
        assertThat(elapsed(threads, Metric.Scope.EXCLUSIVE, Reduction.MEAN))
                .containsExactly(none, none, none, none);
        String ranks = threads.replace("rank0thread", "rank");
        assertThat(elapsed(ranks, Metric.Scope.INCLUSIVE, Reduction.MEAN))
                .containsExactly(none, none, none, none);
    }
}
