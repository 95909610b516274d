package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class ReportCommandTest extends SolverTest {
    @Test
    void aReportTellsWhatStandsOut() {
        assertThat(printed("report", solver))
                .isEqualTo(
                        """
                        solver.txt: 45.4 s of time, mean of 5 ranks

                        Hot path
                        main/solve/wait takes 55.1 % of all time itself
                          share  inclusive              call path
                        100.0 %     45.4 s  ██████████  main
                         90.3 %     41.0 s  █████████     solve
                         55.1 %     25.0 s  █████▌          wait
                        more: treeline hot-path solver.txt

                        Most expensive functions
                        the first 4 take 100.0 %
                         share  exclusive              function
                        57.3 %     26.0 s  █████▊      wait
                        35.2 %     16.0 s  ███▌        solve
                         5.3 %     2.40 s  ▌           write
                         2.2 %     1.00 s  ▎           main
                        more: treeline flat solver.txt

                        Share by tag
                        the largest share is COMM
                         share  exclusive              tag
                        57.3 %     26.0 s  █████▊      COMM
                        35.2 %     16.0 s  ███▌        COMP
                         5.3 %     2.40 s  ▌           IO
                         2.2 %     1.00 s  ▎           (none)
                        more: treeline flat --by tag solver.txt

                        Imbalance
                        rank 3 computes 24.0 s longer than the mean of 5 ranks at main/solve
                        max - mean  max/mean  slowest                     call path
                            24.0 s      2.50  rank 3          █████▎      main/solve
                            1.60 s      1.67  rank 0          ▍           main/write
                            7.00 s      1.28  rank 0   waits  █▌          main/solve/wait
                        more: treeline imbalance solver.txt

                        Slow ranks
                        rank 3 computes 23.6 s longer than the mean rank, mostly in main/solve; the others wait 28.8 s
                          longer than it does
                        rank    works longer  others wait longer              most at
                        rank 3        23.6 s              28.8 s  █████▎      main/solve
                        more: treeline imbalance solver.txt
                        """);
    }

    @Test
    void patternsOverRanksAreReported() throws IOException {
        var drawing = new StringBuilder("path");
        for (int rank = 0; rank < 44; rank++) drawing.append(" rank").append(rank);
        drawing.append("\nmain/solve");
        for (int rank = 0; rank < 44; rank++) drawing.append(rank % 11 == 3 ? " 15" : " 10");
        drawing.append("\nmain/lead");
        for (int rank = 0; rank < 44; rank++) drawing.append(rank % 2 == 0 ? " 8" : " -");
        assertThat(printed("report", drawn("stripes.txt", drawing + "\n")))
                .contains(
                        """
                        Patterns over ranks
                        every 11th rank (3, 14, …) computes 50.0 % longer than the others at main/solve
                        beyond the mean                        ranks                call path
                                 4.55 s   every 11th rank (3, 14, …)    ███▏        main/solve
                                 4.00 s  every second rank (0, 2, …)    ██▊         main/lead
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
                        Iterations that drift or jump
                        main/step slows down over the run: its iteration time rises by 142.9 % of the mean (linear trend, p
                          = 0.0028)
                         change  mean iteration  slowest iteration              call path
                        142.9 %          3.50 s                  5  ██████████  main/step
                        more: treeline iterations loop.txt
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
                .startsWith(
                        """
                        {
                          "schema": "treeline/report/1",
                          "run": {
                            "path": "solver.txt",
                        """)
                .contains("{\"title\": \"Imbalance\"", "\"lost\": 24, \"imbalance\": 2.5")
                .endsWith("]\n}\n");
    }

    /// A "more:" line, read as a shell reads it, is a command about the same part of the run.
    @Test
    void moreLinesKeepTheSelectionAndAreQuotedForAShell() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("it's $HOME")).resolve("a b.txt");
        Files.copy(solver, odd);
        List<String> chosen =
                List.of(
                        "--metrics=bytes",
                        "--contexts=rank(0-3)",
                        "-r0,1,3",
                        "--of",
                        "max",
                        "--hide=wri.*",
                        "--paths",
                        "MATCH (p) WHERE p.name = \"solve\" OR p.name = \"wait\"",
                        "--waiting=it's|not");
        List<String> words = new ArrayList<>(List.of("report", odd.toString()));
        words.addAll(chosen);
        List<List<String>> more = moreOf(wide.run(words.toArray(String[]::new)).out());
        assertThat(more).hasSizeGreaterThan(3);
        for (List<String> line : more) {
            assertThat(line.subList(2, line.size()))
                    .contains(odd.toString(), "rank(0-3)", "0,1,3", "wri.*", chosen.get(7));
            String shown = printed(wide, line.subList(1, line.size()).toArray());
            assertThat(shown).contains("bytes").contains("matches of --paths").contains(" 3 ranks");
        }
        assertThat(more.getLast())
                .startsWith("treeline", "imbalance")
                .containsSubsequence("--metric", "bytes (e)")
                .containsSubsequence("--waiting", "it's|not")
                .doesNotContain("--of");
    }

    @Test
    void moreLinesKeepTheTime() throws IOException {
        Path traced = drawnWithTraces("trace 0 60 0 0 1 1 11 2 20 1", "trace 1 60 0 1");
        assertThat(moreOf(printed("report", traced, "--between", "5s", "25s")))
                .allSatisfy(line -> assertThat(line).containsSubsequence("--between", "5s", "25s"));
    }

    /// The words of each such line, as the shell of this machine splits them.
    private static List<List<String>> moreOf(String report) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        for (String line : report.lines().toList()) {
            if (!line.startsWith("more: ")) continue;
            Process shell =
                    new ProcessBuilder(
                                    "sh",
                                    "-c",
                                    "printf '%s\\n' " + line.substring("more: ".length()))
                            .start();
            lines.add(new String(shell.getInputStream().readAllBytes(), UTF_8).lines().toList());
        }
        return lines;
    }

    @Test
    void ofALongHotPathTheEndsAreShown() throws IOException {
        var drawing = new StringBuilder("path rank0\n");
        String path = "f0";
        for (int level = 1; level <= 100; level++) {
            drawing.append(path).append(level < 100 ? " 0\n" : " 1\n");
            path += "/f" + level;
        }
        Path deep = drawn("deep.txt", drawing.toString());
        String report = printed("report", deep);
        assertThat(report)
                .contains("  ".repeat(19) + "f19\n")
                .containsPattern(" -  +- +… 60 levels\n")
                .contains("  ".repeat(21) + "f80\n")
                .doesNotContain(" f20\n", " f79\n");
        assertThat(printed("report", deep, "--json")).contains("f0/f1/f2", "/f49\"", "/f99\"");
    }
}
