package treeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class ReadReportTest {
    @TempDir Path folder;

    @Test
    void aPlaceCountsOnceAndOtherPlacesCount() {
        var log = new ReadReport.Log();
        for (int load = 0; load < 3; load++) {
            log.lost("a block is damaged", "byte 7");
            log.lost("a block is damaged", "byte 9");
        }
        log.note("a block is odd", "byte 7");
        assertThat(log.report().entries())
                .extracting(ReadReport.Entry::toString)
                .containsExactly(
                        "a block is damaged, 2 times (first: byte 7)",
                        "a block is odd (first: byte 7)");
    }

    @Test
    void whatHasNoPlaceCountsAsOftenAsItComes() {
        var log = new ReadReport.Log();
        for (int i = 0; i < 3; i++) log.note("a value is negative", "");
        assertThat(log.report().entries().getFirst().toString())
                .isEqualTo("a value is negative, 3 times");
    }

    @Test
    void placesAreNamedFromTheOpenedFolderOn() {
        var log = new ReadReport.Log();
        log.lost("a block is damaged", folder.resolve("run.tldb") + " at byte 7: expected 1");
        String shown = "a block is damaged (first: run.tldb at byte 7: expected 1)";
        assertThat(log.report().without(folder.resolve("run.tldb")).entries().getFirst())
                .hasToString(shown);
        assertThat(log.report().without(folder).entries().getFirst()).hasToString(shown);
        assertThat(log.report().without(Path.of("run.tldb"))).isEqualTo(log.report());
    }

    @Test
    void oneLossMakesAReportLossy() {
        var log = new ReadReport.Log();
        log.note("a line is empty", "line 7");
        log.lost("a block is damaged", "byte 9", 3);
        assertThat(log.report().isLossy()).isTrue();
        assertThat(log.report().entries().getLast())
                .hasToString("a block is damaged, 3 times (first: byte 9)");
    }
}
