package treeline.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.question.run.report.Headline;
import treeline.source.ProfileSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Each file of the study has the problem that the documentation finds in it.
class DemoStudyTest {
    @TempDir static Path folder;

    private static final Session SESSION = new Session(Formats.all(), Session.PLAIN);

    @BeforeAll
    static void write() throws IOException {
        var study = new DemoStudy(folder, Formats.all().exporter("database"));
        study.writeSimulated();
        study.recordService();
    }

    @Test
    void packIsTheFunctionThatBecameSlower() {
        assertThat(answer("diff", "before.tldb", "after.tldb"))
                .containsPattern("call path\n.*main/step/exchange/pack\n");
    }

    @Test
    void rank5IsTheSlowOne() {
        assertThat(answer("imbalance", "before.tldb"))
                .containsPattern("rank 5 +.*main/step/stencil");
    }

    @Test
    void everyEighthRankOfTheEnsembleIsSlow() {
        assertThat(answer("report", "runs/gcc-64-0.tldb"))
                .contains("every 8th rank (7, 15, …) computes");
    }

    @Test
    void clangIsFasterInSolve() {
        assertThat(
                        answer(
                                "ensemble",
                                "stats",
                                "runs/*.tldb",
                                "--where",
                                "ranks = 64",
                                "--between",
                                "compiler",
                                "--statistic",
                                "preference"))
                .containsPattern("main/solve +\\S+ +\\S+ +clang");
    }

    @Test
    void theExchangeDoesNotScale() {
        assertThat(answer("ensemble", "speedup", "scaling/*.tldb"))
                .contains("most time is lost at ranks = 64 in exchange");
    }

    @Test
    void theModelPredictsTheExchangeOf1000Ranks() {
        assertThat(answer("ensemble", "model", "scaling/*.tldb", "--at", "1000"))
                .containsPattern("main/exchange .* 3\\.16 s "); // 0.1 s x sqrt(1000)
    }

    @Test
    void theSlowerBuildFailsTheGateAndTheSameBuildPasses() {
        Session.Answer slower = run("compare", "builds/old", "builds/slower", "--fail-above", "5%");
        assertThat(slower.exitCode()).isEqualTo(1);
        assertThat(slower.out())
                .contains("failed: the whole run and 1 of 3 nodes are slower by more than 5 %")
                .contains("main/sweep");
        assertThat(answer("compare", "builds/old", "builds/same", "--fail-above", "5%"))
                .contains("passed: no node is significantly slower by more than 5 %");
    }

    @Test
    void theArchiveShowsTheSlowerSolver() {
        assertThat(answer("archive", "trend", "--archive", folder.resolve("perf").toString()))
                .containsPattern("c12 +main/solve");
    }

    @Test
    void theGpuIsIdleForHalfOfTheTrace() {
        assertThat(answer("hpcreport", "trace.json")).contains("the GPU is busy 48 %");
        assertThat(answer("tree", "trace.json", "--between", "0.2s", "0.4s"))
                .contains("load_batch");
        assertThat(answer("trace", "trace.json")).contains("4 traces").contains("stream 20");
        assertThat(answer("info", "trace.json")).containsPattern("clock +simulated");
    }

    @Test
    void theServiceHasAContendedLockAndAnAllocationSite() {
        assertThat(answer("report", "service.jfr"))
                .contains("lock-bound")
                .contains("OrderService$Inventory.reserve")
                .contains("most of class byte[] in treeline.app.demo.OrderService$Receipt.print");
    }

    @Test
    void theRingHasASlowRankAndASlowPhase() {
        assertThat(answer("waits", "ring"))
                .contains(
                        "rank 5 makes others wait 226 ms (91.1 % of all waiting in communication),"
                                + " by its work");
        assertThat(answer("critical-path", "ring"))
                .contains("stencil takes 96.8 % of the critical path; rank 5 is on it for 99.0 %");
        assertThat(answer("pattern", "ring"))
                .contains("8 contexts repeat stencil, exchange, norm 20 times in main");
    }

    /// The page of a run shows these sentences first.
    @Test
    void headlinesAreSentencesOfTheReport() throws IOException {
        assertThat(headlines("service.jfr")).containsExactly("Time of threads");
        assertThat(headlines("trace.json")).containsExactly("GPU", "Critical path");
        assertThat(headlines("ring"))
                .containsExactly("Work that makes others wait", "Critical path");
        assertThat(headlines("before.tldb")).isEmpty();
        assertThat(answer("report", "trace.json"))
                .contains("55.3 % of the critical path is waiting in sem_wait");
    }

    private static List<String> headlines(String run) throws IOException {
        Path file = folder.resolve(run);
        String report = answer("report", run).replaceAll("\\s+", " ");
        try (ProfileSource source =
                Formats.all().open(file.toString(), Optional.empty()).source()) {
            List<Headline> all = Headline.of(run, source, List.of());
            for (Headline each : all) assertThat(report).contains(each.sentence().text());
            return all.stream().map(Headline::title).toList();
        }
    }

    private static String answer(String... words) {
        Session.Answer answer = run(words);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer.out();
    }

    private static Session.Answer run(String... words) {
        return SESSION.run(
                Arrays.stream(words)
                        .map(
                                each ->
                                        each.matches(".*\\.(tldb|json|jfr)|builds/\\w+|ring")
                                                ? folder.resolve(each).toString()
                                                : each)
                        .toArray(String[]::new));
    }
}
