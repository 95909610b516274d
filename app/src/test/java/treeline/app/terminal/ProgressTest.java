package treeline.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.question.screen.Screen;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

class ProgressTest {
    private final Screen screen = new Screen(true, 60, false, true);
    private final CountDownLatch drawn = new CountDownLatch(1);
    private final ByteArrayOutputStream err =
            new ByteArrayOutputStream() {
                @Override
                public synchronized void write(byte[] bytes, int from, int length) {
                    super.write(bytes, from, length);
                    if (said().contains("writing [")) drawn.countDown();
                }
            };

    private Console console(boolean errIsTerminal) {
        var nowhere = new ByteArrayOutputStream();
        return new Console(
                Console.stream(nowhere, 16), Console.stream(err, 16), screen, errIsTerminal);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aLineSaysHowFarTheWorkIs() {
        assertThat(Progress.line("writing", 1, 4, 2_500_000_000L, screen))
                .isEqualTo("writing [█████               ]  25 %  2 s");
        assertThat(Progress.line("writing", 9, 4, 0, screen.inAscii()))
                .isEqualTo("writing [####################] 100 %  0 s");
    }

    @Test
    void workOfUnknownLengthShowsAWalkingMark() {
        assertThat(Progress.line("reading", 0, 0, 1_000_000_000L, screen.inAscii()))
                .isEqualTo("reading [          #         ]  1 s");
        assertThat(Progress.line("reading", 0, 0, 2_000_000_000L, screen.inAscii()))
                .isEqualTo("reading [                  # ]  2 s");
    }

    @Test
    void theLineFitsTheScreen() {
        String task = "reading " + "long/".repeat(40) + "run.csv";
        for (int columns : new int[] {50, 60, 80, 120})
            assertThat(Progress.line(task, 1, 4, 0, screen.withWidth(columns)).length())
                    .isLessThan(columns);
    }

    @Test
    void shortWorkIsNotSeen() {
        Progress.of(console(true), "reading").close();
        assertThat(said()).isEmpty();
    }

    @Test
    void longWorkIsShownAndClearedAtItsEnd() throws InterruptedException {
        try (Progress progress = Progress.of(console(true), "writing", 2, Duration.ZERO)) {
            progress.advance(1);
            drawn.await();
        }
        assertThat(said()).startsWith("\r\033[Kwriting [").endsWith("\r\033[K");
    }

    @Test
    void scriptsNeverSeeIt() {
        try (Progress _ = Progress.of(console(false), "writing", 2, Duration.ZERO)) {
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("progress");
        }
        assertThat(said()).isEmpty();
    }
}
