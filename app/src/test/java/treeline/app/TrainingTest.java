package treeline.app;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class TrainingTest {
    /// The launcher goes on without a cache where this fails, and nobody would notice but by
    /// waiting.
    @Test
    void everythingThatIsTrainedWorks() {
        assertThatCode(() -> Training.main(new String[0])).doesNotThrowAnyException();
    }
}
