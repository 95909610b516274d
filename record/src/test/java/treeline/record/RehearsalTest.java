package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class RehearsalTest {
    @TempDir Path output;

    @Test
    void theRehearsalOfTheRootLeavesNothingInTheOutputDirectory() throws IOException {
        Rehearsal.write(output);
        assertThat(output).isEmptyDirectory();
    }

    @Test
    void theRehearsalIsNotSeenByTheProgram() throws IOException {
        Rehearsal.write(output);
        assertThat(Threads.current()).isNull();
        assertThat(Recorder.event("main")).isSameAs(Event.OFF);
    }

    @Test
    void aProgramOfOneProcessDoesNotRehearse() {
        Path missing = output.resolve("missing");
        Rehearsal.run(new SoloCommunicator(), missing);
        assertThat(missing).doesNotExist();
        assertThat(new SoloCommunicator().hasProcessPerRank()).isFalse();
    }

    @Test
    void theCommandIsRecordedWithoutTheClassPath() {
        assertThat(RunFacts.withoutClassPath("java -cp a.jar:b.jar my.Program 7", "a.jar:b.jar"))
                .isEqualTo("java -cp ... my.Program 7");
        assertThat(RunFacts.withoutClassPath("java -jar my.jar", "my.jar"))
                .isEqualTo("java -jar my.jar");
        assertThat(RunFacts.withoutClassPath("java my.Program", "")).isEqualTo("java my.Program");
    }
}
