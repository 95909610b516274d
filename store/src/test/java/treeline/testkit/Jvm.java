package treeline.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Command lines of JVMs that tests start: of the same Java, and with options for a life of
/// seconds, in which the optimising compiler costs more than it saves.
public final class Jvm {
    private Jvm() {}

    /// The program and its options.
    public static List<String> command(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(options));
        return command;
    }

    /// The same with the classes of this JVM.
    public static List<String> withClasses(String... options) {
        List<String> command = command(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        return command;
    }
}
