package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;
import treeline.transform.Arithmetic.Operation;

class ArithmeticTest {
    private static final Profile BEFORE =
            profileOf(
                    """
                    path        rank0  rank1
                    main            1      1
                    main/solve     10     20
                    main/old        4      -
                    """);
    private static final Profile AFTER =
            profileOf(
                    """
                    path        rank0  rank2
                    main            1      1
                    main/new        3      -
                    main/solve      5      2
                    """);

    private static void assertSame(String drawing, Profile found) {
        assertThat(ProfileDifference.between(profileOf(drawing), found)).isEmpty();
    }

    @Test
    void aDifferenceShowsWhatExistsOnOneSideOnly() {
        assertSame(
                """
                path        side     rank0  rank1  rank2
                main        -            0      1     -1
                main/solve  -            5     20     -2
                main/old    left         4      -      -
                main/new    right       -3      -      -
                """,
                renamedSide(Arithmetic.of(BEFORE, Operation.MINUS, AFTER)));
    }

    /// Drawings have no headings of two words.
    private static Profile renamedSide(Profile profile) {
        var outline = profile.outline();
        var texts = new java.util.ArrayList<String>();
        for (int node = 0; node < profile.tree().size(); node++)
            texts.add(outline.label(Arithmetic.SIDE_LABEL, node));
        return new Profile(
                new treeline.model.Outline(
                        outline.tree(),
                        java.util.List.of(treeline.model.Label.of("side", texts)),
                        outline.contexts(),
                        outline.metrics(),
                        outline.metadata()),
                profile.values());
    }

    @Test
    void quotientsAndProductsExistWhereBothSidesDoAndNothingIsDividedByZero() {
        Profile zero = profileOf("path rank0 rank1\nmain 0 2\n");
        Profile ratio = Arithmetic.of(BEFORE, Operation.DIVIDED_BY, zero);
        assertThat(ratio.column("time").cells()).isEqualTo(1);
        assertThat(ratio.column("time").at(1, ratio.tree().at("main"))).isEqualTo(0.5);
        assertThat(ratio.metrics().getFirst().unit().symbol()).isEmpty();
        Profile product = Arithmetic.of(BEFORE, Operation.TIMES, AFTER);
        assertThat(product.column("time").at(0, product.tree().at("main/solve"))).isEqualTo(50);
        assertThat(product.metrics().getFirst().unit().symbol()).isEqualTo("s·s");
        assertThat(product.metrics().getFirst().scope()).isEqualTo(Metric.Scope.POINT);
    }

    @Test
    void valuesAreInTheUnitOfTheLeft() {
        Profile seconds = profileOf("metric time s exclusive\npath whole\nmain 2\n");
        Profile millis = profileOf("metric time ms exclusive\npath whole\nmain 500\n");
        Profile sum = Arithmetic.of(seconds, Operation.PLUS, millis);
        assertThat(sum.column("time").at(0, 0)).isEqualTo(2.5);
        assertThat(sum.metrics().getFirst().unit().symbol()).isEqualTo("s");
        Profile product = Arithmetic.of(seconds, Operation.TIMES, millis);
        assertThat(product.column("time").at(0, 0)).isEqualTo(1);
    }

    @Test
    void profilesWithoutACommonMetricAreRefused() {
        Profile bytes = profileOf("metric bytes B exclusive\npath whole\nmain 2\n");
        assertThatThrownBy(() -> Arithmetic.of(BEFORE, Operation.MINUS, bytes))
                .hasMessage(
                        "the profiles have no metric in common: the first has [time], the second"
                                + " [bytes]");
    }

    /// Hatchet numbers nodes and takes equal numbers for equal nodes.
    @Test
    void nodesOfUnrelatedTreesNeverMeet() {
        Profile other = profileOf("path rank0\nserver 7\nserver/poll 8\n");
        Profile difference = Arithmetic.of(BEFORE, Operation.MINUS, other);
        assertThat(difference.tree().size()).isEqualTo(5);
        for (int node = 0; node < 5; node++)
            assertThat(difference.outline().label(Arithmetic.SIDE_LABEL, node))
                    .isEqualTo(node < 3 ? Arithmetic.LEFT : Arithmetic.RIGHT);
    }

    @Test
    void everyProfileMinusItselfIsZero() {
        for (int seed = 0; seed < 200; seed++) {
            Profile profile = RandomProfiles.of(seed);
            Profile zero = Arithmetic.of(profile, Operation.MINUS, profile);
            for (Metric metric : zero.metrics())
                assertThat(cells(zero.column(metric)))
                        .as("seed %d", seed)
                        .satisfies(each -> onlyHas(each, 0));
        }
    }

    @Test
    void everyProfileOverItselfIsOneWhereItIsNotZero() {
        for (int seed = 0; seed < 100; seed++) {
            Profile profile = RandomProfiles.of(seed);
            Profile one = Arithmetic.of(profile, Operation.DIVIDED_BY, profile);
            for (Metric metric : one.metrics())
                assertThat(cells(one.column(metric)))
                        .as("seed %d", seed)
                        .satisfies(each -> onlyHas(each, 1));
        }
    }

    private static void onlyHas(double[] cells, double value) {
        for (double cell : cells) assertThat(cell).isEqualTo(value);
    }

    private static double[] cells(MetricColumn column) {
        SparseRows rows = column.byContext();
        double[] cells = new double[rows.cells()];
        for (int cell = 0; cell < cells.length; cell++) cells[cell] = rows.value(cell) + 0.0;
        return cells;
    }

    @Test
    void whatIsNaNOnBothSidesIsNothing() {
        Profile unknown = profileOf("path rank0\nmain NaN\nmain/a NaN\nmain/b 1\n");
        Profile other = profileOf("path rank0\nmain NaN\nmain/a 2\nmain/b NaN\n");
        Profile sum = Arithmetic.of(unknown, Operation.PLUS, other);
        assertThat(sum.column("time").cells()).isEqualTo(2);
        assertThat(sum.column("time").at(0, 1)).isEqualTo(2);
        assertThat(sum.column("time").at(0, 2)).isEqualTo(1);
    }

    @Test
    void metricsMeetThatHaveTheSameScopeAndAUnitThatConverts() {
        Profile both =
                profileOf(
                        """
                        metric time s inclusive
                        path  rank0
                        main     10

                        metric time s exclusive
                        path  rank0
                        main      3
                        """);
        Profile sum = Arithmetic.of(profileOf("path rank0\nmain 1\n"), Operation.PLUS, both);
        assertThat(sum.column("time").at(0, 0)).isEqualTo(4);
        Profile bytes = profileOf("metric time B exclusive\npath rank0\nmain 2\n");
        assertThatThrownBy(() -> Arithmetic.of(BEFORE, Operation.PLUS, bytes))
                .hasMessage(
                        "the profiles have no metric in common: the first has [time], the second"
                                + " [time]");
    }
}
