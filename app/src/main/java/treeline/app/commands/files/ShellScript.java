package treeline.app.commands.files;

import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

import treeline.app.terminal.Console;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A Java script piped into the shell: it prints the values of expressions and stops at the first
/// error with a nonzero exit code.
final class ShellScript implements AutoCloseable {
    private final JShell shell;
    private final Console console;

    ShellScript(String classPath, Console console) {
        this.shell = JShell.builder().executionEngine("local").build();
        this.console = console;
        shell.addToClasspath(classPath);
    }

    /// Runs all of it, line by line: a line that is not complete goes on in the next.
    ///
    /// @throws IllegalArgumentException at the first snippet that is wrong, or fails
    void run(String text) {
        String open = "";
        for (String line : text.split("\n")) open = rest(open + line + "\n");
        if (!open.isBlank())
            throw new IllegalArgumentException("incomplete statement: " + open.strip());
    }

    /// Runs what is complete of some lines; gives what is not.
    private String rest(String lines) {
        String rest = lines;
        while (!rest.isBlank()) {
            CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            if (isCut(next.completeness())) return rest;
            String source = next.source();
            if (source == null || source.isBlank()) return "";
            for (SnippetEvent event : shell.eval(source)) print(event);
            rest = next.remaining();
        }
        return "";
    }

    private static boolean isCut(Completeness completeness) {
        return completeness == Completeness.DEFINITELY_INCOMPLETE
                || completeness == Completeness.CONSIDERED_INCOMPLETE;
    }

    private void print(SnippetEvent event) {
        Snippet snippet = event.snippet();
        if (event.causeSnippet() != null) return; // of what was declared before
        failure(event)
                .ifPresent(
                        why -> {
                            throw new IllegalArgumentException(
                                    "%s: %s".formatted(why, snippet.source().strip()));
                        });
        String value = event.value();
        if (value == null || value.isEmpty() || isDeclaration(snippet)) return;
        console.out().println(value);
        console.out().flush();
    }

    private static boolean isDeclaration(Snippet snippet) {
        return snippet.subKind() == Snippet.SubKind.VAR_DECLARATION_SUBKIND
                || snippet.subKind() == Snippet.SubKind.VAR_DECLARATION_WITH_INITIALIZER_SUBKIND;
    }

    private Optional<String> failure(SnippetEvent event) {
        if (event.exception() != null)
            return Optional.of(String.valueOf(event.exception().getMessage()));
        if (event.status() == Status.VALID || event.status() == Status.OVERWRITTEN)
            return Optional.empty();
        String why =
                shell.diagnostics(event.snippet())
                        .map((Diag each) -> each.getMessage(Locale.ROOT).replaceAll("\\s+", " "))
                        .collect(Collectors.joining("; "));
        return Optional.of(why.isEmpty() ? "undeclared name in this statement" : why);
    }

    @Override
    public void close() {
        shell.close();
    }
}
