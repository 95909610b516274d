package treeline.browser;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/// `treeline serve` as a user starts it, in a process of its own: what is measured with it includes
/// all that a program does when it starts.
final class LaunchedServer implements Closeable {
    private static final String TELLING = "serving at ";

    private final Process process;
    private final String url;

    /// @param launcher the script `treeline`
    LaunchedServer(Path launcher, Path file) throws IOException {
        process =
                new ProcessBuilder(launcher.toString(), "serve", "--no-browser", file.toString())
                        .redirectErrorStream(true)
                        .start();
        url = told(process.inputReader());
    }

    private static String told(BufferedReader output) throws IOException {
        String line = output.readLine();
        while (line != null && !line.startsWith(TELLING)) line = output.readLine();
        return Objects.requireNonNull(line, "the server ended").substring(TELLING.length());
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
