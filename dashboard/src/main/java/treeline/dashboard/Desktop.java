package treeline.dashboard;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Detects whether the user sits at this machine, so that a browser can be opened, or is connected
/// by ssh.
public final class Desktop {
    private Desktop() {}

    /// Opens the address in the user's browser, if there is a desktop; never fails.
    ///
    /// @param environment of this process
    public static void open(String url, Map<String, String> environment) {
        Optional<List<String>> opener = opener(System.getProperty("os.name", ""), environment);
        if (opener.isEmpty()) return;
        List<String> command = new java.util.ArrayList<>(opener.get());
        command.add(url);
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noOpener) {
            // The address is printed, which is all that is needed.
            System.getLogger(Desktop.class.getName())
                    .log(System.Logger.Level.DEBUG, "no browser was opened", noOpener);
        }
    }

    /// The program that opens addresses, empty where there is no desktop.
    static Optional<List<String>> opener(String system, Map<String, String> environment) {
        if (environment.containsKey("SSH_CONNECTION")) return Optional.empty();
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) return Optional.of(List.of("open"));
        if (name.startsWith("windows"))
            return Optional.of(List.of("rundll32", "url.dll,FileProtocolHandler"));
        boolean desktop =
                environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        return desktop ? Optional.of(List.of("xdg-open")) : Optional.empty();
    }

    /// What to type at one's own machine to reach a port of this one, where the user came by ssh.
    public static Optional<String> tunnel(int port, Map<String, String> environment) {
        String[] connection = environment.getOrDefault("SSH_CONNECTION", "").split(" ");
        if (connection.length < 3) return Optional.empty();
        String user = environment.getOrDefault("USER", "");
        return Optional.of(
                "ssh -L %d:localhost:%d %s%s"
                        .formatted(port, port, user.isEmpty() ? "" : user + "@", connection[2]));
    }
}
