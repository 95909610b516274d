package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;

class TraceCommandTest extends CommandTest {
    private Path run = Path.of("");

    @BeforeEach
    void draw() throws IOException {
        run = drawnWithTraces("trace 0 60 5 1 6 1 15 2 30 1", "trace 1 60 0 1 45 -1");
    }

    @Test
    void aRowPerTrace() {
        assertThat(printed("trace", run))
                .isEqualTo(
                        """
                        2 traces, from 0 s to 60.0 s of 60.0 s

                          from      to  records  context
                        5.00 s  60.0 s        4  rank 0
                           0 s  60.0 s        2  rank 1
                        """);
        assertThat(printed("trace", run, "--between", "1s", "5s", "--csv"))
                .isEqualTo(
                        """
                        context_id,context,samples,begin [s],end [s]
                        0,rank 0,0,,
                        1,rank 1,0,1.0,5.0
                        """);
    }

    /// A sample that began before the window covers it, but is counted in the window of its time.
    @Test
    void samplesAreCountedWhenTheyBegin() {
        assertThat(printed("trace", run, "--between", "0s", "15s", "--csv"))
                .contains("0,rank 0,2,5.0,15.0\n1,rank 1,1,0.0,15.0\n");
        assertThat(printed("trace", run, "--between", "15s", "60s", "--csv"))
                .contains("0,rank 0,2,15.0,60.0\n1,rank 1,1,15.0,60.0\n");
    }

    @Test
    void samplesInOneNodeAreOneRow() {
        assertThat(printed("trace", run, "--samples", "--between", "10s", "50s", "--csv"))
                .isEqualTo(
                        """
                        context_id,context,node_id,path,begin [s],end [s]
                        0,rank 0,1,main/solve,10.0,15.0
                        0,rank 0,2,main/io,15.0,30.0
                        0,rank 0,1,main/solve,30.0,50.0
                        1,rank 1,1,main/solve,10.0,45.0
                        1,rank 1,,<no activity>,45.0,50.0
                        """);
    }

    @Test
    void binsDivideTheTimeOfFunctions() {
        assertThat(printed("trace", run, "--bins", "3", "--top", "1", "--csv"))
                .isEqualTo(
                        """
                        begin [s],end [s],function,seconds [s]
                        0.0,20.0,solve,30.0
                        0.0,20.0,(other),5.0
                        20.0,40.0,solve,30.0
                        20.0,40.0,(other),10.0
                        40.0,60.0,solve,25.0
                        40.0,60.0,(other),15.0
                        """);
        assertThat(printed("trace", run, "--bins", "2", "--rank", "0"))
                .endsWith(
                        """
                        total time of 1 trace, and the functions with the largest share

                          from      to    time  functions
                           0 s  30.0 s  25.0 s  io 60.0 %, solve 40.0 %
                        30.0 s  60.0 s  30.0 s  solve 100.0 %
                        """);
    }

    @Test
    void whatWasNotTracedIsSaid() throws IOException {
        Path one = drawn("one.txt", "path rank0 rank1\nmain 1 1\ntrace 1 60 0 0\n");
        assertThat(printed("trace", one))
                .startsWith("note: a context was not traced (first: rank 0)\n");
        assertThat(refused("trace", one, "--rank", "0"))
                .startsWith("treeline: none of the selected contexts was traced");
        Path none = drawn("none.txt", "path rank0\nmain 1\n");
        assertThat(refused("trace", none)).startsWith("treeline: none.txt has no traces");
        assertThat(refused("trace", one, "--samples", "--bins", "2"))
                .startsWith("treeline: --samples and --bins cannot be combined");
        assertThat(refused("trace", one, "--between", "0", "3ns", "--bins", "4"))
                .startsWith("treeline: 4 bins of 3 ns: a bin has a nanosecond or more");
    }
}
