package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.cli.CommandReference;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// docs/reference/commands.md is generated. `-Dtreeline.reference.write=true` writes it.
class CommandReferenceTest {
    private static final Path PAGE = Path.of("../docs/reference/commands.md");

    @Test
    void thePageIsThatOfTheListOfCommands() throws IOException {
        String generated = CommandReference.of(Main.commandLine(Formats::all));
        if (Boolean.getBoolean("treeline.reference.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, generated);
        }
        assertThat(Files.readString(PAGE))
                .as("write it with -Dtreeline.reference.write=true")
                .isEqualTo(generated);
    }
}
