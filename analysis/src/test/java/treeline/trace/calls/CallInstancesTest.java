package treeline.trace.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.source.trace.Traces;
import treeline.trace.DrawnCalls;
import treeline.trace.TableText;

class CallInstancesTest {
    private static final String PATHS = "main main/a main/b main/b/a=x";

    private static CallInstances instances(int listed, DrawnCalls drawn) {
        return CallInstances.of(drawn.outline(), drawn.traces(), _ -> true, _ -> true, listed);
    }

    /// `a` takes 1, 2 and 3 s on rank 0 and, called by `b`, 2 s on rank 1.
    private static final DrawnCalls DRAWN = new DrawnCalls(PATHS, "mamaamaaam", "mbxxb");

    @Test
    void aFunctionHasADistributionAndALongestCall() {
        assertThat(TableText.of(instances(1, DRAWN).distributions(), "function", "calls", "total"))
                .isEqualTo(
                        """
                        function,calls,total
                        main,2,15.0
                        a,4,8.0
                        b,1,4.0
                        """);
        assertThat(
                        TableText.of(
                                instances(1, DRAWN).distributions(),
                                "function",
                                "min",
                                "max",
                                "context",
                                "begin"))
                .isEqualTo(
                        """
                        function,min,max,context,begin
                        main,5.0,10.0,rank 0,0.0
                        a,1.0,3.0,rank 0,6.0
                        b,4.0,4.0,rank 1,1.0
                        """);
    }

    @Test
    void theLongestCallsAreListedAndOfEqualOnesTheEarliest() {
        assertThat(
                        TableText.of(
                                CallInstances.of(
                                                DRAWN.outline(),
                                                DRAWN.traces(),
                                                _ -> true,
                                                "a"::equals,
                                                3)
                                        .longest()))
                .isEqualTo(
                        """
                        function,context,begin,end,seconds,node_id
                        a,rank 0,6.0,9.0,3.0,1
                        a,rank 1,2.0,4.0,2.0,3
                        a,rank 0,3.0,5.0,2.0,1
                        """);
    }

    @Test
    void ofEqualTimesTheFirstContextIsListed() {
        assertThat(
                        TableText.of(
                                instances(1, new DrawnCalls("a", "aa ", "aa ")).longest(),
                                "function",
                                "context"))
                .isEqualTo("function,context\na,rank 0\n");
    }

    @Test
    void contextsAreChosen() {
        assertThat(
                        TableText.of(
                                CallInstances.of(
                                                DRAWN.outline(),
                                                DRAWN.traces(),
                                                context -> context == 1,
                                                _ -> true,
                                                1)
                                        .distributions(),
                                "function",
                                "calls"))
                .isEqualTo("function,calls\nmain,1\nb,1\na,1\n");
    }

    /// The callers of a kernel ran on the host.
    @Test
    void workOfAStreamHasNoCallersThere() {
        assertThat(
                        TableText.of(
                                instances(1, new DrawnCalls("main main/kernel", "m").stream("k k"))
                                        .distributions(),
                                "function",
                                "calls",
                                "total"))
                .isEqualTo("function,calls,total\nkernel,2,2.0\nmain,1,1.0\n");
    }

    @Test
    void samplesDoNotShowCalls() {
        assertThatThrownBy(
                        () ->
                                CallInstances.of(
                                        DRAWN.outline(),
                                        new Traces(0, 10, DRAWN.traces().lines()),
                                        _ -> true,
                                        _ -> true,
                                        1))
                .hasMessage(
                        "the trace consists of samples, which do not show where calls begin and"
                                + " end");
    }
}
