package treeline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What tests of commands share: a folder for drawn profiles, and a session that does not mention
/// it.
public abstract class CommandTest {
    @TempDir protected Path folder;
    protected final Session session = Session.plain();

    /// For lines with the folder in them, which would else be broken where its name is long.
    protected final Session wide = session.on(Session.PLAIN.withWidth(300));

    protected Path drawn(String name, String drawing) throws IOException {
        return Files.writeString(folder.resolve(name), drawing);
    }

    /// A run of two ranks with the time line of each.
    protected Path drawnWithTraces(String... traces) throws IOException {
        String values =
                """
                path        rank0  rank1
                main            1      1
                main/solve     50     60
                main/io         9      -
                """;
        return drawn("run.txt", values + String.join("\n", traces) + "\n");
    }

    /// What a successful command prints, with the folder left out of it.
    protected String printed(Session in, Object... words) {
        Session.Answer answer = run(in, words);
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isZero();
        return answer.out();
    }

    protected String printed(Object... words) {
        return printed(session, words);
    }

    /// What a successful command prints, whatever it warns of.
    protected String printedWithWarnings(Object... words) {
        Session.Answer answer = run(session, words);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        assertThat(answer.err().lines()).allMatch(line -> line.startsWith("warning: "));
        return answer.out();
    }

    /// What a command that fails for bad input says.
    protected String refused(Object... words) {
        Session.Answer answer = run(session, words);
        assertThat(answer.exitCode()).isEqualTo(2);
        return answer.err();
    }

    protected Session.Answer run(Session in, Object... words) {
        String[] texts = new String[words.length];
        for (int i = 0; i < texts.length; i++) texts[i] = words[i].toString();
        Session.Answer answer = in.run(texts);
        return new Session.Answer(
                answer.exitCode(), withoutFolder(answer.out()), withoutFolder(answer.err()));
    }

    private String withoutFolder(String text) {
        return text.replace(folder + "/", "");
    }
}
