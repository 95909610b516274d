package treeline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ReportCommandTest extends SolverTest {
    @Test
    void aReportTellsWhatStandsOut() {
        assertThat(printed("report", solver))
                .isEqualTo(
                        """
                        solver.txt
                        45.4 s of time, mean of 5 ranks

                        Hot path: wait holds 55.1 % of all time
                          100.0 %  45.4 s  ██████████  main
                           90.3 %  41.0 s  █████████     solve
                           55.1 %  25.0 s  █████▌          wait
                          more: treeline hot-path solver.txt

                        Most expensive functions: the first 4 take 100.0 %
                          57.3 %  26.0 s  █████▊      wait
                          35.2 %  16.0 s  ███▌        solve
                           5.3 %  2.40 s  ▌           write
                           2.2 %  1.00 s  ▎           main
                          more: treeline flat solver.txt

                        Share by tag: COMM takes most
                          57.3 %  26.0 s  █████▊      COMM
                          35.2 %  16.0 s  ███▌        COMP
                           5.3 %  2.40 s  ▌           IO
                           2.2 %  1.00 s  ▎           (none)
                          more: treeline flat --by tag solver.txt

                        Imbalance: the slowest of 5 contexts takes 24.0 s longer than the mean at main/solve
                          2.50  24.0 s  █████▎      main/solve
                          1.28  7.00 s  █▌          main/solve/wait
                          1.67  1.60 s  ▍           main/write
                          more: treeline imbalance solver.txt

                        Slow contexts: rank 3 takes 30.0 s more than the median
                          rank 3  30.0 s  1  ██████▋     main/solve
                          rank 0  2.00 s  1  ▌           main/write
                          more: treeline imbalance solver.txt
                        """);
    }

    @Test
    void driftingIterationsAreReported() throws IOException {
        Path loop =
                drawn(
                        "loop.txt",
                        """
                        path       rank0            rank1
                        main           1                1
                        main/step  1+2+3+4+5+6  1+2+3+4+5+6
                        """);
        assertThat(printed("report", loop))
                .contains(
                        """
                        Iterations that drift: iterations of main/step become slower by 142.9 % over the run
                          142.9 %  3.50 s  no. 5  ██████████  main/step
                        """);
    }

    @Test
    void aReportForBrowsersIsOneFileThatContactsNobody() throws IOException {
        Path hostile = drawn("hostile.txt", "path rank0 rank1\nmain/<script>alert(1) 5 9\n");
        Path page = folder.resolve("page.html");
        assertThat(printed("report", hostile, "--html", page)).isEqualTo("wrote page.html\n");
        assertThat(Files.readString(page))
                .startsWith("<!doctype html>")
                .contains("<title>hostile.txt · Treeline</title>", "default-src 'none'")
                .contains("id=\"treeline-data\"", "const $main = (() => {")
                .doesNotContain("alert(1)", "src=", "href=\"style.css\"");
    }

    @Test
    void aReportIsDataForPrograms() {
        assertThat(printed("report", solver, "--json"))
                .startsWith("{\n  \"run\": \"solver.txt\"")
                .contains("{\"title\": \"Imbalance\"")
                .endsWith("]\n}\n");
    }
}
