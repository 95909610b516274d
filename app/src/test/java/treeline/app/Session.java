package treeline.app;

import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.question.screen.Screen;
import treeline.testkit.DrawnFormat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Runs command lines in this process and keeps what they say.
///
/// @param screen what commands believe to draw on
public record Session(Formats formats, Screen screen) {
    public static final Screen PLAIN = new Screen(false, 100, false, true);

    /// What a command said and how it ended.
    public record Answer(int exitCode, String out, String err) {}

    /// A session with the formats of [DrawnFormat] and [MemoryFormat] on a plain screen of 100
    /// columns.
    public static Session plain() {
        var memory = new MemoryFormat();
        return new Session(new Formats(List.of(new DrawnFormat(), memory), List.of(memory)), PLAIN);
    }

    public Session on(Screen other) {
        return new Session(formats, other);
    }

    /// Runs a command that does not end by itself until it has said something.
    public Answer runUntil(String said, String... words) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var answer = new CompletableFuture<Answer>();
        Thread command =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> answer.complete(run(out, new ByteArrayOutputStream(), words)));
        for (int wait = 0; wait < 3000 && command.isAlive(); wait++) {
            if (out.toString(StandardCharsets.UTF_8).contains(said)) command.interrupt();
            command.join(10);
        }
        return answer.getNow(new Answer(-1, "did not say: " + said, ""));
    }

    public Answer run(String... words) {
        return run(new ByteArrayOutputStream(), new ByteArrayOutputStream(), words);
    }

    private Answer run(ByteArrayOutputStream out, ByteArrayOutputStream err, String... words) {
        var console = new Console(Console.stream(out, 64), Console.stream(err, 64), screen, false);
        int exitCode = Main.commandLine(() -> formats).run(List.of(words), console);
        return new Answer(
                exitCode,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }
}
