package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// `samples/python/treeline.py`, by its own tests in Python. The guide's examples of it are run by
/// [DocumentedExamplesTest].
class PythonSampleTest {
    @TempDir Path folder;

    @Test
    void itsOwnTestsPass() throws Exception {
        Path tests = Path.of("src/test/python/test_treeline.py").toAbsolutePath();
        assertThat(GuidePython.output(folder, GuidePython.requireInterpreter(), tests.toString()))
                .containsPattern("Ran \\d+ tests");
    }
}
