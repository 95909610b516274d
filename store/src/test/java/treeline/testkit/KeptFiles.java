package treeline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;

/// What holds for every format of our own: files of all its versions are kept, and are read as the
/// text next to them says.
public abstract class KeptFiles {
    @TempDir protected Path folder;

    /// As the folders of the corpus call it.
    protected abstract String formatName();

    /// The version that is written today.
    protected abstract int currentVersion();

    protected abstract ProfileFormat reader();

    /// Adds files that use every part of the format.
    protected abstract void write(Corpus.Addition addition) throws IOException;

    @Test
    void everyKeptFileIsReadAsItsTextSays() throws IOException {
        for (String input : Corpus.inputs(formatName())) {
            Input kept = Input.of(Corpus.copied(input, folder).toString());
            try (ProfileSource source = reader().open(kept)) {
                assertThat(ProfileText.of(source.load(Slice.everything())))
                        .as(input)
                        .isEqualTo(Corpus.text(input));
                assertThat(source.report().isLossy()).as(input).isFalse();
            }
        }
    }

    @Test
    void theCurrentVersionHasKeptFiles() throws IOException {
        String version = "%s-v%d".formatted(formatName(), currentVersion());
        assertThat(Corpus.inputs(formatName()))
                .as("run this test with -D%s=true to add files of %s", Corpus.WRITE, version)
                .anyMatch(input -> input.startsWith(version + "/"));
    }

    @Test
    @EnabledIfSystemProperty(named = Corpus.WRITE, matches = "true")
    void filesOfTheCurrentVersionAreAdded() throws IOException {
        write(new Corpus.Addition("%s-v%d".formatted(formatName(), currentVersion())));
    }
}
