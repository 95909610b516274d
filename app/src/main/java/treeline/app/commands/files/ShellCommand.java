package treeline.app.commands.files;

import jdk.jshell.tool.JavaShellToolBuilder;

import treeline.Treeline;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.terminal.Console;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Screen;
import treeline.question.screen.TextOutput;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// `treeline shell`: JShell with open runs and all packages imported. Names are completed, and
/// answers print themselves.
public final class ShellCommand {
    private static final Operand PATHS =
            Operand.any(
                    ParameterType.file("PATH"),
                    "one run is opened as the variable run, several as the ensemble runs");

    /// A result is the value itself, without the name of a variable before it.
    private static final String FEEDBACK =
            """
            /set mode treeline concise -quiet
            /set prompt treeline "treeline> " "     ...> "
            /set format treeline result "{value}{post}" expression,varvalue-added,modified,replaced-ok-primary
            /set truncation treeline 1000000
            /set mode treeline -retain
            /set feedback treeline -retain
            """;

    public Command command() {
        return new Command(
                        "shell",
                        "open JShell with the profile loaded",
                        List.of(PATHS),
                        List.of(),
                        this::run)
                .example("treeline shell run.tldb", "then: run.hotPath()")
                .example("treeline shell 'runs/*.tldb'", "then: runs.speedup()")
                .example(
                        "echo 'run.flat().table().head(3)' | treeline shell run.tldb",
                        "one command, in a script");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        List<String> opened = opened(arguments.all(PATHS));
        String startup = Treeline.imports() + help() + String.join("\n", opened) + "\n";
        if (isTerminal()) return talk(startup, opened, console);
        try (var script = new ShellScript(System.getProperty("java.class.path"), console)) {
            script.run(startup);
            script.run(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return ExitCode.SUCCESS;
    }

    private static int talk(String startup, List<String> opened, Console console)
            throws IOException {
        Path file = Files.createTempFile("treeline", ".jshell");
        try {
            Files.writeString(file, startup);
            console.out().println(greeting(opened));
            console.out().flush();
            PrintStream feedback = TextOutput.of(System.out, Screen.PLAIN);
            return started(
                    JavaShellToolBuilder.builder()
                            .persistence(settings())
                            .out(feedback, System.out, System.out),
                    "--startup",
                    file.toString(),
                    "--execution",
                    ShellExecution.NAME,
                    "--class-path",
                    System.getProperty("java.class.path"));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /// Declares `help()` in the shell.
    private static String help() {
        return "void help() { System.out.println(%s); }%n".formatted(literal(ShellHelp.text()));
    }

    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(java.io.Console::isTerminal).orElse(false);
    }

    /// What a shell would remember of one that was set up by its own commands: those that are read
    /// from files at its start cannot do that.
    private static Map<String, String> settings() throws IOException {
        Map<String, String> settings = new HashMap<>();
        JavaShellToolBuilder shell =
                JavaShellToolBuilder.builder()
                        .persistence(settings)
                        .in(
                                new ByteArrayInputStream(FEEDBACK.getBytes(StandardCharsets.UTF_8)),
                                InputStream.nullInputStream())
                        .out(
                                new PrintStream(
                                        OutputStream.nullOutputStream(),
                                        false,
                                        StandardCharsets.UTF_8));
        started(shell, "--no-startup", "--execution", "local");
        return settings;
    }

    private static int started(JavaShellToolBuilder shell, String... words) throws IOException {
        try {
            return shell.start(words);
        } catch (IOException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static String greeting(List<String> opened) {
        return "Java %d with Treeline; tab completes, help() lists the questions, /exit leaves%s"
                .formatted(
                        Runtime.version().feature(),
                        opened.stream().map(line -> "\n" + line).collect(Collectors.joining()));
    }

    /// The lines that open what the user named; that it can be opened is known before the shell
    /// starts.
    private static List<String> opened(List<String> paths) throws IOException {
        List<String> lines = new ArrayList<>();
        if (paths.isEmpty()) return lines;
        List<String> runs = Treeline.openAll(paths.toArray(String[]::new)).paths();
        if (runs.size() == 1) {
            Treeline.open(runs.getFirst()).close();
            lines.add("OneRun run = Treeline.open(%s);".formatted(literal(runs.getFirst())));
        } else
            lines.add(
                    "RunEnsemble runs = Treeline.openAll(%s);"
                            .formatted(
                                    paths.stream()
                                            .map(ShellCommand::literal)
                                            .collect(Collectors.joining(", "))));
        return lines;
    }

    /// A text as Java writes it.
    private static String literal(String text) {
        var literal = new StringBuilder("\"");
        for (char letter : text.toCharArray())
            switch (letter) {
                case '"', '\\' -> literal.append('\\').append(letter);
                case '\n' -> literal.append("\\n");
                default -> literal.append(letter);
            }
        return literal.append('"').toString();
    }
}
