package treeline.app.terminal;

import org.jspecify.annotations.Nullable;

import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// A progress line on the error stream. It appears only after a second and only on a terminal, and
/// erases itself.
public final class Progress implements treeline.question.input.Session.Task {
    static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final int BAR = 20;

    private final Console console;
    private final String task;
    private final long total;
    private final AtomicLong done = new AtomicLong();
    private final long startNanos = System.nanoTime();
    private final @Nullable Thread drawer;

    private Progress(Console console, String task, long total, Duration patience) {
        this.console = console;
        this.task = task;
        this.total = total;
        this.drawer =
                console.errIsTerminal()
                        ? Thread.ofPlatform().daemon().name("progress").start(() -> draw(patience))
                        : null;
    }

    /// Work of which nobody knows how much it is.
    public static Progress of(Console console, String task) {
        return new Progress(console, task, 0, PATIENCE);
    }

    /// Work of `total` steps, of which [#advance] counts those that are done.
    public static Progress of(Console console, String task, long total) {
        return new Progress(console, task, total, PATIENCE);
    }

    static Progress of(Console console, String task, long total, Duration patience) {
        return new Progress(console, task, total, patience);
    }

    @Override
    public void advance(long steps) {
        done.addAndGet(steps);
    }

    private void draw(Duration patience) {
        boolean shown = false;
        try {
            Thread.sleep(patience);
            while (true) {
                shown = true;
                long elapsed = System.nanoTime() - startNanos;
                console.redraw(line(task, done.get(), total, elapsed, console.screen()));
                Thread.sleep(REDRAW);
            }
        } catch (InterruptedException finished) {
            if (shown) console.redraw("");
        }
    }

    static String line(String task, long done, long total, long elapsedNanos, Screen screen) {
        String seconds = elapsedNanos / 1_000_000_000 + " s";
        String bar = total > 0 ? bar((double) done / total, screen) : pulse(elapsedNanos, screen);
        String share = total > 0 ? " %3d %%".formatted(Math.min(100, done * 100 / total)) : "";
        int width = screen.width() == Screen.UNLIMITED ? 80 : screen.width();
        int room = width - BAR - share.length() - seconds.length() - 6;
        String name =
                TextWidth.cutInMiddle(
                        TextWidth.printable(task), Math.max(8, room), screen.ellipsis());
        return "%s [%s]%s  %s".formatted(name, bar, share, seconds);
    }

    private static String bar(double share, Screen screen) {
        int filled = (int) (Math.clamp(share, 0, 1) * BAR);
        return (screen.unicode() ? "█" : "#").repeat(filled) + " ".repeat(BAR - filled);
    }

    /// A mark that walks to and fro: it only tells that work goes on.
    private static String pulse(long elapsedNanos, Screen screen) {
        int at = (int) (elapsedNanos / REDRAW.toNanos() % (2 * (BAR - 1)));
        int place = at < BAR ? at : 2 * (BAR - 1) - at;
        return " ".repeat(place) + (screen.unicode() ? "█" : "#") + " ".repeat(BAR - 1 - place);
    }

    @Override
    public void close() {
        if (drawer == null) return;
        drawer.interrupt();
        boolean interrupted = false;
        while (drawer.isAlive())
            try {
                drawer.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
