package treeline.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The Java code that is not for tests, of all modules, for tests that count in it.
final class MainSources {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String COMMENT = "//[^\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/";
    private static final String TEXT =
            "\"\"\"(?:\\\\.|[^\\\\\"]|\"(?!\"\"))*+\"\"\"|\"(?:\\\\.|[^\"\\\\\n"
                    + "])*+\"|'(?:\\\\.|[^'\\\\])++'";
    private static final String WORD = "[\\p{L}_$][\\w$]*+|0[xX][\\w.]++|\\d[\\w.]*+";
    private static final String SIGN =
            ">>>=|<<=|>>=|\\.\\.\\.|->|::|\\+\\+|--|&&|\\|\\||[-+*/%&|^=!<>]=|<<|[^\\s\\w]";
    private static final Pattern TOKEN =
            Pattern.compile("(" + COMMENT + ")|" + TEXT + "|" + WORD + "|" + SIGN, Pattern.DOTALL);
    private static final Pattern HEAD = Pattern.compile("(?m)^(?:import|package) [^;]*+;");

    private MainSources() {}

    /// @param file below [#ROOT]
    /// @param code as it is written
    record Source(Path file, String code) {
        /// `analysis/treeline.single`.
        String home() {
            Path folders = file.subpath(4, file.getNameCount() - 1);
            return file.getName(0) + "/" + String.join(".", names(folders));
        }

        private static List<String> names(Path folders) {
            List<String> names = new ArrayList<>();
            folders.forEach(each -> names.add(each.toString()));
            return names;
        }

        /// How many words, literals and signs there are, without comments, imports and layout: code
        /// of the same size costs the same to read, however it is laid out.
        int tokens() {
            return (int)
                    TOKEN.matcher(HEAD.matcher(code).replaceAll(""))
                            .results()
                            .filter(token -> token.group(1) == null)
                            .count();
        }
    }

    static List<Source> all() throws IOException {
        List<Source> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.sorted().toList()) {
                Path code = module.resolve("src/main/java");
                if (Files.isDirectory(code)) addSources(code, sources);
            }
        }
        return sources;
    }

    private static void addSources(Path code, List<Source> sources) throws IOException {
        try (Stream<Path> files = Files.walk(code)) {
            for (Path file : files.filter(MainSources::isClass).sorted().toList())
                sources.add(new Source(ROOT.relativize(file), Files.readString(file)));
        }
    }

    private static boolean isClass(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java")
                && !name.equals("module-info.java")
                && !name.equals("package-info.java");
    }
}
