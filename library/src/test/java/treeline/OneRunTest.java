package treeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.store.db.DatabaseExporter;
import treeline.table.Order;
import treeline.table.Table;
import treeline.testkit.Drawing;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a program asks of one run, in as few words as there are.
class OneRunTest {
    private static final Profile SOLVER =
            Drawing.profileOf(
                    """
                    path             rank0  rank1  rank2  rank3
                    main                 1      1      1      1
                    main/solve          10     10     10     40
                    main/solve/wait     30     30     30      -
                    """);

    @TempDir Path folder;

    @Test
    void anAnswerPrintsItselfAsTheCommandDoes() throws IOException {
        assertThat(Treeline.of(SOLVER).tree().toString())
                .contains("mean of 4 ranks")
                .contains("41.0 s  100.0 %", "└─ solve", "● hot path");
    }

    @Test
    void answersHaveTables() throws IOException {
        OneRun run = Treeline.of(SOLVER);
        assertThat(run.hotPath().table().text("path").at(2)).isEqualTo("main/solve/wait");
        assertThat(run.flat().table().sort(Order.descending("exclusive")).text("function").at(0))
                .isEqualTo("wait");
        assertThat(run.imbalance().table().text("slowest").at(0)).isEqualTo("rank 3");
        assertThat(run.with("threshold", "0%").imbalance().table().rows()).isEqualTo(3);
        assertThat(run.with("top", 1).flat().table().rows()).isEqualTo(1);
    }

    @Test
    void selectionsLeaveTheRunAsItIs() throws IOException {
        OneRun run = Treeline.of(SOLVER);
        OneRun slow = run.rank("3").of(Reduction.MAX).metric("time:exclusive");
        assertThat(slow.tree().table().real("value").at(1)).isEqualTo(40);
        assertThat(run.tree().table().real("value").at(1)).isEqualTo(40);
        assertThat(run.diff(run.rank("3")).table().rows()).isEqualTo(3);
        assertThat(run.contexts("rank(0-1)").profile().contexts()).hasSize(2);
    }

    @Test
    void aParameterThatAQuestionDoesNotHaveIsRejected() {
        OneRun run = Treeline.of(SOLVER);
        assertThatThrownBy(() -> run.of(Reduction.MAX).imbalance())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'imbalance' has no parameter 'of'; it has metric, ");
        assertThatThrownBy(() -> run.ask("nothing")).hasMessage("no question 'nothing'");
    }

    @Test
    void anOpenedFileSaysWhatItIs() throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(SOLVER, file);
        try (OneRun run = Treeline.open(file)) {
            assertThat(run)
                    .hasToString(
                            "%s (database): 3 call paths, mean of 4 ranks%ntime:exclusive [s]"
                                    .formatted(file));
            assertThat(run.rank("1-2").toString()).contains("mean of 2 ranks");
            assertThat(run.html()).startsWith("<!doctype html>").contains("run.tldb");
        }
    }

    @Test
    void mistakesAreNamed() throws IOException {
        OneRun run = Treeline.of(SOLVER);
        assertThatThrownBy(() -> run.metric("tine").tree())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean 'time'?");
        assertThatThrownBy(() -> run.rank("9").tree()).hasMessage("no rank 9; available: 0 to 3");
        assertThatThrownBy(() -> run.rank("3").imbalance())
                .hasMessage("profile: cannot compare ranks: 1 found, at least 2 required");
        assertThatThrownBy(() -> Treeline.open(folder.resolve("none.tldb")))
                .isInstanceOf(java.nio.file.NoSuchFileException.class);
        assertThatThrownBy(() -> Treeline.openAll(folder.resolve("*.cali").toString()))
                .hasMessageContaining("*.cali");
    }

    @Test
    void whatDoesNotFitSaysSoWhereItIsNeededAtOnce() throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(SOLVER, file);
        System.setProperty("treeline.memory", "100");
        try (OneRun run = Treeline.open(file)) {
            assertThat(run.tree().table().rows()).isEqualTo(3);
            assertThatThrownBy(run::profile)
                    .hasMessageContaining("this needs all values in memory")
                    .hasMessageContaining("rank(\"0-63\")");
            assertThat(run.of(Reduction.MAX).flat().table().rows()).isEqualTo(3);
            assertThat(run.of(Reduction.MAX).callers().table())
                    .isEqualTo(Treeline.of(SOLVER).of(Reduction.MAX).callers().table());
        } finally {
            System.clearProperty("treeline.memory");
        }
    }

    @Test
    void aTableBecomesAFileOfTheFormThatItsNameSays() throws IOException {
        Table flat = Treeline.of(SOLVER).flat().table();
        Path csv = folder.resolve("flat.csv");
        Treeline.save(flat, csv);
        assertThat(Files.readString(csv)).startsWith("function,exclusive,").hasLineCount(4);
        Path json = folder.resolve("flat.json");
        Treeline.save(flat, json);
        assertThat(Files.readString(json)).contains("\"function\": \"wait\"");
        Path parquet = folder.resolve("flat.parquet");
        Treeline.save(flat, parquet);
        assertThat(Files.readAllBytes(parquet)).startsWith('P', 'A', 'R', '1');
        assertThatThrownBy(() -> Treeline.save(flat, folder.resolve("flat.xlsx")))
                .hasMessageEndingWith("flat.xlsx: a table is written as .csv, .json or .parquet");
    }
}
