package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.app.commands.Commands;
import treeline.formats.Formats;
import treeline.question.parameter.Example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// For changes that must change no answer: `build/test -Dtreeline.answers=FOLDER KeptAnswersTest`
/// keeps the answers of all examples of the help texts in a folder, as text, JSON and CSV. Called
/// again, after the change, it compares every byte.
@EnabledIfSystemProperty(named = "treeline.answers", matches = ".+")
class KeptAnswersTest {
    private static final List<String> FORMS = List.of("", " --json", " --csv");

    @Test
    void answersAreThoseThatWereKept(@TempDir Path temporary) throws Exception {
        Path folder = Path.of(System.getProperty("treeline.answers"));
        Path demo = folder.resolve("demo");
        if (!Files.exists(demo)) writeDemo(demo);
        Path copy = temporary.resolve("demo");
        new ProcessBuilder("cp", "-r", demo.toString(), copy.toString()).start().waitFor();
        SnippetShell shell = SnippetShell.in(copy);
        Path kept = Files.createDirectories(folder.resolve("answers"));
        List<String> changed = new ArrayList<>();
        for (String line : examples())
            for (String form : FORMS) {
                String text = line + form;
                Session.Answer answer = shell.run(text);
                String now = text + "\n" + answer.exitCode() + "\n" + answer.out() + answer.err();
                Path file = kept.resolve(text.replaceAll("[^\\w.=-]+", "_") + ".txt");
                if (!Files.exists(file)) Files.writeString(file, now);
                if (Files.readString(file).equals(now)) continue;
                Files.writeString(file.resolveSibling(file.getFileName() + ".now"), now);
                changed.add(text);
            }
        assertThat(changed).as("differ from %s; the new ones end in .now", kept).isEmpty();
    }

    private static void writeDemo(Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        Session.Answer answer =
                new Session(Formats.all(), Session.PLAIN).run("demo", folder.toString());
        assertThat(answer.exitCode()).as(answer.err()).isZero();
    }

    /// Those that answer: a server does not, and what is recorded differs each time.
    private static List<String> examples() {
        return Commands.all(Formats::all, "treeline").stream()
                .flatMap(each -> Stream.concat(Stream.of(each), each.members().stream()))
                .flatMap(each -> each.examples().stream())
                .map(Example::line)
                .distinct()
                .filter(line -> !line.matches("treeline (jupyter|serve|demo)\\b.*"))
                .filter(line -> !line.contains(" | "))
                .toList();
    }
}
