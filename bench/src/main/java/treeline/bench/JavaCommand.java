package treeline.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Processes like this one, in which programs are measured with options of their own.
public final class JavaCommand {
    private JavaCommand() {}

    /// The command of a program with our class path.
    public static List<String> of(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
