package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.testkit.ProfileDifference;

import java.util.Random;

class CallersTest {
    private static final Profile CALLS =
            profileOf(
                    """
                    path            tag   rank0
                    main            -         1
                    main/solve      COMP      2
                    main/solve/mpi  COMM      4
                    main/write/mpi  COMM      8
                    """);

    private static void assertCallers(String drawing, Profile of, int levels) {
        assertThat(
                        ProfileDifference.between(
                                profileOf(drawing),
                                Callers.of(of, of.metrics().getFirst(), levels)))
                .isEmpty();
    }

    @Test
    void everyFunctionIsARootWithItsCallersBelow() {
        assertCallers(
                """
                metric time s inclusive
                path            rank0
                main                1
                solve               2
                solve/main          2
                mpi                12
                mpi/solve           4
                mpi/solve/main      4
                mpi/write           8
                mpi/write/main      8
                write               -
                write/main          -
                """,
                CALLS,
                10);
    }

    @Test
    void callersAreFollowedAsFarAsAsked() {
        assertCallers(
                """
                metric time s inclusive
                path   rank0
                main       1
                solve      2
                mpi       12
                write      -
                """,
                CALLS,
                1);
        assertThatThrownBy(() -> Callers.of(CALLS, CALLS.metrics().getFirst(), 0))
                .hasMessage("the caller depth must be at least 1");
    }

    @Test
    void recursionIsItsOwnCaller() {
        assertCallers(
                """
                metric time s inclusive
                path        rank0
                main                   1
                fib                    6
                fib/main               2
                fib/fib                4
                fib/fib/main           4
                """,
                profileOf(
                        """
                        path          rank0
                        main              1
                        main/fib          2
                        main/fib/fib      4
                        """),
                10);
    }

    private static void assertSame(String drawing, Profile turned) {
        assertThat(ProfileDifference.between(profileOf(drawing), turned)).isEmpty();
    }

    private static final Profile NESTED =
            profileOf(
                    """
                    path                           rank0
                    main                               1
                    main/solve                         2
                    main/solve/MPI_Waitall             4
                    main/solve/MPI_Waitall/MPI_Wait    8
                    main/MPI_Wait                     16
                    """);

    @Test
    void onlyTheFunctionsThatAreAskedForAreTurned() {
        assertSame(
                """
                metric time s inclusive
                path                             rank0
                MPI_Waitall                          4
                MPI_Waitall/solve                    4
                MPI_Waitall/solve/main               4
                MPI_Wait                            24
                MPI_Wait/MPI_Waitall                 8
                MPI_Wait/MPI_Waitall/solve           8
                MPI_Wait/MPI_Waitall/solve/main      8
                MPI_Wait/main                       16
                """,
                new Callers(10, 0)
                        .on(
                                NESTED,
                                NESTED.metrics().getFirst(),
                                NodePredicates.called(NESTED.tree(), "MPI_.*")));
    }

    @Test
    void functionsThatAreMergedHaveTheCallersOutside() {
        assertSame(
                """
                metric time s inclusive
                path        rank0
                MPI            28
                MPI/solve      12
                MPI/main       16
                """,
                new Callers(2, 0)
                        .merging(
                                NESTED.tree(),
                                NESTED.metrics().getFirst(),
                                NodePredicates.called(NESTED.tree(), "MPI_.*"),
                                "MPI")
                        .apply(NESTED));
    }

    @Test
    void smallFunctionsStandWithoutTheirCallers() {
        Profile shares =
                profileOf(
                        """
                        path      rank0  rank1
                        main         88     88
                        main/a       10     10
                        main/b        2      1
                        main/c        -      1
                        """);
        assertSame(
                """
                metric time s inclusive
                path    rank0  rank1
                main       88     88
                a          10     10
                a/main     10     10
                b           2      1
                c           -      1
                """,
                new Callers(10, 0.1).on(shares, shares.metrics().getFirst(), _ -> true));
    }

    @Test
    void aShareIsFromNoneToAll() {
        assertThatThrownBy(() -> new Callers(1, 1.5))
                .hasMessage("a share must be from 0 to 1, found 1.5");
        assertThatThrownBy(() -> new Callers(1, Double.NaN))
                .hasMessage("a share must be from 0 to 1, found NaN");
    }

    @Test
    void aNameGoesBeforeARegularExpression() {
        Profile names =
                profileOf(
                        """
                        path  rank0
                        a.c       1
                        abc       2
                        """);
        assertThat(NodePredicates.called(names.tree(), "a.c").test(0)).isTrue();
        assertThat(NodePredicates.called(names.tree(), "a.c").test(1)).isFalse();
        assertThat(NodePredicates.called(names.tree(), "a..").test(1)).isTrue();
        assertThatThrownBy(() -> NodePredicates.called(names.tree(), "a"))
                .hasMessage("no function is named 'a' or matches it");
        assertThatThrownBy(() -> NodePredicates.called(names.tree(), "operator()("))
                .hasMessage(
                        "no function is named 'operator()(', and it is not a valid regular"
                                + " expression: missing closing )");
    }

    @Test
    void theTotalStaysTheTotal() {
        for (int seed = 0; seed < 100; seed++) {
            Profile profile = RandomProfile.exclusive(new Random(seed), 30, 3);
            Profile turned = Callers.of(profile, profile.metrics().getFirst(), 5);
            double total = 0;
            for (int root : turned.tree().children(treeline.model.CallTree.NO_PARENT))
                for (int rank = 0; rank < 3; rank++)
                    total += orZero(turned.column("time").at(rank, root));
            double expected = 0;
            for (int node = 0; node < 30; node++)
                for (int rank = 0; rank < 3; rank++)
                    expected += orZero(profile.column("time").at(rank, node));
            assertThat(total).isEqualTo(expected);
        }
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
