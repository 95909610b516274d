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
                .hasMessage("callers have at least one level");
    }

    @Test
    void recursionIsItsOwnCaller() {
        assertCallers(
                """
                metric time s inclusive
                path               rank0
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
