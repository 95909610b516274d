package treeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.question.answer.Answer;
import treeline.question.input.MemoryFormat;
import treeline.source.ForwardingSource;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.trace.Interactions;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.Traces;
import treeline.store.db.DatabaseExporter;
import treeline.table.Column;
import treeline.table.Table;
import treeline.testkit.Drawing;
import treeline.testkit.FakeLine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// A method per question: each gives the answer of the question that it is named after. What the
/// questions answer is tested where they are.
class QuestionMethodsTest {
    private static final Profile RUN =
            Drawing.profileOf(
                    """
                    metric time s inclusive
                    path            rank0  rank1
                    main               20     23
                    main/step      1+2+13  1+4+9
                    main/step/solve     5      6
                    main/MPI_Send       1      5

                    metric bytes B inclusive
                    path            rank0  rank1
                    main              200    230
                    main/step           7      6
                    main/step/solve     5      4
                    main/MPI_Send     100    150
                    """);

    @TempDir Path folder;

    private interface Asked {
        Answer answer() throws IOException;
    }

    @Test
    void everyMethodOfARunAsksItsQuestion() throws IOException {
        OneRun run = Treeline.of(RUN);
        Map<String, Asked> methods = new LinkedHashMap<>();
        methods.put("info", run::info);
        methods.put("tree", run::tree);
        methods.put("report", run::report);
        methods.put("prune", run.with("prune", "10%")::prune);
        methods.put("hot-path", run::hotPath);
        methods.put("imbalance", run::imbalance);
        methods.put("ranks", run::ranks);
        methods.put("communication", run::communication);
        methods.put("iterations", run::iterations);
        methods.put("longest-iterations", run::longestIterations);
        methods.put("flat", run::flat);
        methods.put("callers", run::callers);
        methods.put("callgraph", run::callgraph);
        methods.put("correlate", run::correlate);
        methods.put("hpcreport", run::hpcreport);
        methods.put("table metrics", run::tableMetrics);
        methods.put("table contexts", run::tableContexts);
        methods.put("table tree", run::tableTree);
        methods.put("table slice", run::tableSlice);
        for (var each : methods.entrySet()) {
            OneRun asked = each.getKey().equals("prune") ? run.with("prune", "10%") : run;
            assertThat(each.getValue().answer().toString())
                    .as(each.getKey())
                    .isEqualTo(asked.ask(each.getKey()).toString());
        }
        assertThat(run.query("MATCH (p) WHERE p.name = \"solve\""))
                .hasToString(run.ask("query", "MATCH (p) WHERE p.name = \"solve\"").toString());
        assertThat(run.node("solve")).hasToString(run.ask("node", "solve").toString());
        assertThat(run.callers("solve")).hasToString(run.ask("callers", "solve").toString());
        assertThat(run.iterations("step")).hasToString(run.ask("iterations", "step").toString());
    }

    @Test
    void everyMethodOfAnEnsembleAsksItsQuestion() throws IOException {
        for (int ranks = 1; ranks <= 4; ranks *= 2)
            new DatabaseExporter()
                    .export(
                            RUN.withMetadata(Metadata.NONE.with("ranks", ranks)),
                            folder.resolve(ranks + ".tldb"));
        RunEnsemble runs = Treeline.openAll(folder + "/*.tldb");
        assertThat(runs.metadata()).hasToString(runs.ask("metadata").toString());
        assertThat(runs.values()).hasToString(runs.ask("values").toString());
        assertThat(runs.tree()).hasToString(runs.ask("tree").toString());
        assertThat(runs.variability()).hasToString(runs.ask("variability").toString());
        RunEnsemble across = runs.with("group-by", "ranks");
        assertThat(across.pivot()).hasToString(across.ask("pivot").toString());
    }

    /// Contexts that do not communicate.
    private static final class Alone implements Interactions {
        @Override
        public List<ProcessGroup> groups() {
            return List.of();
        }

        @Override
        public Operations of(int context) {
            return Operations.NONE;
        }
    }

    /// Counts loads, has a trace, and says that something was lost.
    private static final class Observed extends ForwardingSource {
        private int loads;
        private boolean isClosed;

        Observed(Profile profile) {
            super(new LoadedSource(profile, ReadReport.CLEAN));
        }

        @Override
        public Profile load(Slice slice) throws IOException {
            loads++;
            return super.load(slice);
        }

        @Override
        public Traces traces() {
            return new Traces(
                    0,
                    100,
                    List.of(FakeLine.of(0, 100, 0, 1, 50, 0)),
                    Traces.Detail.CALLS,
                    new Alone(),
                    List.of());
        }

        @Override
        public ReadReport report() {
            var log = new ReadReport.Log();
            log.lost("a broken sample", "line 3");
            return log.report();
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @Test
    void tracesAreAskedForAndTheRunClosesWhatItOpened() throws IOException {
        var source = new Observed(RUN);
        try (OneRun run = OneRun.of(OpenedRun.inMemory("run", source))) {
            assertThat(run.trace()).hasToString(run.ask("trace").toString());
            assertThat(run.waits()).hasToString(run.ask("waits").toString());
            assertThat(run.criticalPath()).hasToString(run.ask("critical-path").toString());
            assertThat(run.messages()).hasToString(run.ask("messages").toString());
            assertThat(run.pattern()).hasToString(run.ask("pattern").toString());
            assertThat(run.instances()).hasToString(run.ask("instances").toString());
            assertThat(run.timeline()).hasToString(run.ask("timeline").toString());
            assertThat(source.isClosed).isFalse();
        }
        assertThat(source.isClosed).isTrue();
    }

    @Test
    void aRunIsLoadedOnceForAllQuestions() throws IOException {
        var source = new Observed(RUN);
        OneRun run = OneRun.of(OpenedRun.inMemory("run", source));
        run.flat();
        run.hotPath();
        run.rank("1").profile();
        assertThat(source.loads).isEqualTo(1);
        run.longestIterations();
        assertThat(source.loads).isGreaterThan(1);
    }

    @Test
    void lossesAreLoggedOnceARun() throws IOException {
        List<String> logged = new ArrayList<>();
        var logger = Logger.getLogger("treeline");
        var handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord record) {
                        logged.add(record.getLevel() + " " + record.getMessage());
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            OneRun asked = OneRun.of(OpenedRun.inMemory("asked", new Observed(RUN)));
            asked.flat();
            asked.flat();
            assertThat(logged).hasSize(1);
            assertThat(logged.getFirst()).startsWith("WARNING ");
            OneRun loaded = OneRun.of(OpenedRun.inMemory("loaded", new Observed(RUN)));
            loaded.profile();
            assertThat(logged).hasSize(2);
            var session = OpenedRun.inMemory("run", new Observed(RUN));
            session.say("one");
            session.warn("two");
            session.with("other", session).say("three");
            EnsembleSession.ofFiles().say("four");
            EnsembleSession.ofFiles().warn("five");
            assertThat(logged.subList(2, 7))
                    .containsExactly(
                            "INFO one", "WARNING two", "INFO three", "INFO four", "WARNING five");
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
    }

    @Test
    void settingsOfARunAreThoseOfItsQuestions() throws IOException {
        OneRun run = Treeline.of(RUN);
        assertThat(run.metric()).hasToString("time:inclusive");
        assertThat(run.metric("bytes").metric()).hasToString("bytes:inclusive");
        assertThat(run.metric("time (e)").metric()).hasToString("time:exclusive");
        assertThatThrownBy(() -> run.with("nothing").flat())
                .hasMessageStartingWith("'flat' has no parameter 'nothing'; it has ");
        Table difference = run.rank("0").diff(run.rank("1")).table();
        assertThat(difference.real("before").at(0)).isNotEqualTo(difference.real("after").at(0));
    }

    @Test
    void answersAreSavedAsTheirTables() throws IOException {
        OneRun run = Treeline.of(RUN);
        Treeline.save(run.flat(), folder.resolve("answer.csv"));
        Treeline.save(run.flat().table(), folder.resolve("table.csv"));
        assertThat(folder.resolve("answer.csv"))
                .hasSameTextualContentAs(folder.resolve("table.csv"));
    }

    @Test
    void textsOfAParquetFileAreWritten() throws IOException {
        Path file = folder.resolve("names.parquet");
        Treeline.save(Table.of(Column.text("name", 2, row -> row == 0 ? null : "solve")), file);
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .contains("solve");
    }

    @Test
    void theImportsAreJava() {
        assertThat(Treeline.imports()).startsWith("import ").contains("import treeline.");
    }

    @Test
    void aProfileInMemoryIsNoFile() throws IOException {
        OneRun run = Treeline.of(RUN);
        assertThat(run.format()).isEqualTo("profile");
        assertThat(new MemoryFormat("run").description()).isEqualTo("a profile in memory");
    }
}
