package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Decimal points and thousands separators do not depend on the language of the user:
/// `String.format(Locale.ROOT, ...)` instead of `formatted`.
class NumbersInTextTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern LOCALISED =
            Pattern.compile(
                    "%[-+0(#]*(,\\d*d|,?\\d*(\\.\\d+)?[efgEG])[^\"\n]*\"\\)?\\s*\\.formatted\\(");

    @Test
    void numbersOfMainCodeAreFormattedWithoutALocale() throws IOException {
        assertThat(LOCALISED.matcher("\"%,d of %s\"\n    .formatted(").find()).isTrue();
        assertThat(LOCALISED.matcher("\"%d of 5 %%\".formatted(").find()).isFalse();
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) addLocalised(module.resolve("src/main"), found);
        }
        assertThat(found).isEmpty();
    }

    private static void addLocalised(Path sources, List<Path> found) throws IOException {
        if (!Files.isDirectory(sources) || sources.startsWith(ROOT.resolve("bench"))) return;
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList())
                if (LOCALISED.matcher(Files.readString(file)).find()) found.add(file);
        }
    }
}
