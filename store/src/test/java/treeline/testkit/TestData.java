package treeline.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Real profiles of other tools, outside the project. Set `-Dtreeline.data=FOLDER` to run the tests
/// that use them; they are skipped where the folder is absent.
public final class TestData {
    private TestData() {}

    public static Path require(String relative) {
        Path folder = Path.of(System.getProperty("treeline.data", "no-such-folder"));
        assumeTrue(
                Files.exists(folder.resolve(relative)),
                () ->
                        "needs %s in the folder of -Dtreeline.data (%s)"
                                .formatted(relative, folder.normalize()));
        return folder.resolve(relative);
    }
}
