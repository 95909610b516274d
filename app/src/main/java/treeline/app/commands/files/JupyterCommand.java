package treeline.app.commands.files;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.terminal.Console;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.files.CompleteFile;
import treeline.source.files.CompleteFolder;
import treeline.source.files.TemporaryFiles;
import treeline.table.JsonWriter;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// `treeline jupyter`: installs a kernel specification, so that Jupyter offers Java notebooks with
/// Treeline. The launcher runs it with the class path of the kernel.
///
/// @param environment the variables that locate Jupyter's data folder
/// @param properties of the JVM, for the command line of the kernel
public record JupyterCommand(Map<String, String> environment, Map<String, String> properties) {
    private static final Parameter<String> PREFIX =
            Parameter.of(
                    "prefix",
                    ParameterType.file("DIR"),
                    "install for the Python or Conda environment in DIR (default: for this user)");
    private static final Parameter<Boolean> REMOVE =
            Parameter.flag("remove", "remove the installed kernel");

    private static final String KERNEL = "treeline";
    private static final String SPECIFICATION = "kernel.json";

    /// In module `notebook`, which depends on this one.
    private static final String MAIN_CLASS = "treeline.notebook.Kernel";

    /// The launcher says what it starts Java with.
    private static final String OPTIONS = "treeline.options";

    public static JupyterCommand ofProcess() {
        Map<String, String> properties = new java.util.HashMap<>();
        for (String name : System.getProperties().stringPropertyNames())
            properties.put(name, System.getProperty(name));
        return new JupyterCommand(System.getenv(), properties);
    }

    public Command command() {
        return new Command(
                        "jupyter",
                        "install the kernel for Jupyter notebooks in Java",
                        List.of(),
                        List.of(PREFIX, REMOVE),
                        this::run)
                .example("treeline jupyter", "then start jupyter lab or jupyter notebook")
                .example(
                        "treeline jupyter --prefix \"$VIRTUAL_ENV\"",
                        "for one Python environment only");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Path folder = data(arguments.value(PREFIX)).resolve("kernels").resolve(KERNEL);
        if (arguments.has(REMOVE)) {
            remove(folder);
            console.tell("removed " + folder);
            return ExitCode.SUCCESS;
        }
        requireOurs(folder);
        if (ClassLoader.getSystemResource(MAIN_CLASS.replace('.', '/') + ".class") == null)
            throw new UsageException(
                    "this installation does not include the notebook kernel",
                    "run the script 'treeline' of a clone, which builds it: ./treeline jupyter");
        CompleteFolder.create(folder);
        CompleteFile.write(folder.resolve(SPECIFICATION), specification());
        console.tell("installed the kernel \"Java (Treeline)\" in " + folder);
        console.out().println("  start jupyter lab or jupyter notebook, and choose it");
        return ExitCode.SUCCESS;
    }

    /// Jupyter's own rules: below an environment, or where its data of this user is.
    private Path data(Optional<String> prefix) {
        if (prefix.isPresent())
            return Path.of(prefix.get()).toAbsolutePath().resolve("share/jupyter");
        String own = environment.getOrDefault("JUPYTER_DATA_DIR", "");
        if (!own.isEmpty()) return Path.of(own).toAbsolutePath();
        Path home = Path.of(properties.getOrDefault("user.home", "")).toAbsolutePath();
        if (properties.getOrDefault("os.name", "").startsWith("Mac"))
            return home.resolve("Library/Jupyter");
        String shared = environment.getOrDefault("XDG_DATA_HOME", "");
        return (shared.isEmpty() ? home.resolve(".local/share") : Path.of(shared))
                .resolve("jupyter");
    }

    /// What is written over, or removed, is an earlier installation and nothing else.
    private static void requireOurs(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.list(folder)) {
            if (files.allMatch(JupyterCommand::isOurs)) return;
        }
        throw new UsageException(
                folder + " contains other files", "check the files, then remove the folder");
    }

    private static boolean isOurs(Path file) {
        return file.endsWith(SPECIFICATION) || TemporaryFiles.isNamedAsOne(file);
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder))
            throw new UsageException(
                    "no kernel installed in " + folder, "give the --prefix of the installation");
        requireOurs(folder);
        CompleteFolder.delete(folder);
    }

    private String specification() {
        var text = new StringBuilder();
        JsonWriter json = new JsonWriter(text).object();
        json.name("argv").values(commandLine());
        json.name("display_name").value("Java (Treeline)");
        json.name("language").value("java");
        json.name("interrupt_mode").value("message");
        json.end();
        return text.append('\n').toString();
    }

    private List<String> commandLine() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(properties.getOrDefault("java.home", ""), "bin", "java").toString());
        Arrays.stream(properties.getOrDefault(OPTIONS, "").split(" "))
                .filter(word -> !word.isBlank())
                .forEach(words::add);
        words.add("--enable-native-access=ALL-UNNAMED");
        words.add("-cp");
        words.add(classPath());
        words.add(MAIN_CLASS);
        words.add("{connection_file}");
        return words;
    }

    /// Kernels start in the folder of their notebook.
    private String classPath() {
        List<String> places = new ArrayList<>();
        String all = properties.getOrDefault("java.class.path", "");
        for (String place : all.split(File.pathSeparator))
            places.add(Path.of(place).toAbsolutePath().normalize().toString());
        return String.join(File.pathSeparator, places);
    }
}
