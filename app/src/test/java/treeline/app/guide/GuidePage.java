package treeline.app.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A page of documentation and its examples: fenced blocks, and command lines in tables.
///
/// @param tableCommands command lines of `treeline` in table cells, without placeholders
record GuidePage(String name, List<Block> blocks, List<String> tableCommands) {
    static final Path ROOT = Path.of("..");

    private static final List<String> FOLDERS =
            List.of("how-to", "reference", "reference/formats", "background", "case-studies");

    /// Made from the help texts, whose examples are run as such.
    private static final String GENERATED = "commands.md";

    private static final Pattern IN_TABLE = Pattern.compile("`(treeline [^`]+)`");

    /// `RUN`, an ellipsis or an optional part, outside of quotes.
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\b[A-Z][A-Z0-9]+\\b|…|\\.\\.\\.|\\[");

    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
    private static final Pattern COMMAND = Pattern.compile("(\\$ )?(\\./)?treeline( .*)?");
    private static final String PROMPT = "$ ";
    private static final String NO_TEST = "no-test:";

    /// A fenced block.
    ///
    /// @param info language and attributes after the fence
    /// @param line number of its first line, from 1
    record Block(String info, int line, List<String> lines) {
        String text() {
            return String.join("\n", lines) + "\n";
        }

        String language() {
            return info.strip().replaceFirst("\\s.*", "");
        }

        /// The reason for which a block is not run; empty if it is run.
        String untested() {
            int at = info.indexOf(NO_TEST);
            return at < 0 ? "" : info.substring(at + NO_TEST.length()).strip();
        }

        /// Whether the block has commands of a shell: by its language, or because it has no
        /// language and starts with a command of `treeline`.
        boolean isShell() {
            return switch (language()) {
                case "sh", "bash", "console" -> true;
                case "" ->
                        lines.stream()
                                .filter(each -> !each.isBlank() && !each.startsWith("#"))
                                .findFirst()
                                .filter(COMMAND.asMatchPredicate())
                                .isPresent();
                default -> false;
            };
        }

        /// Whether lines without a prompt are output.
        private boolean hasPrompts() {
            return lines.stream().anyMatch(each -> each.startsWith(PROMPT));
        }

        /// Whether the output that the page shows is compared with the real one.
        boolean isCompared() {
            return language().equals("console");
        }

        /// The script of a block: its lines, or those after a prompt with their continuations.
        String script() {
            if (!hasPrompts()) return text();
            var script = new StringBuilder();
            boolean continued = false;
            for (String each : lines) {
                boolean isCommand = continued || each.startsWith(PROMPT);
                continued = isCommand && each.endsWith("\\");
                if (isCommand)
                    script.append(each.startsWith(PROMPT) ? each.substring(2) : each).append('\n');
            }
            return script.toString();
        }

        /// The lines that are not commands.
        List<String> output() {
            if (!hasPrompts()) return List.of();
            List<String> output = new ArrayList<>();
            boolean continued = false;
            for (String each : lines) {
                boolean isCommand = continued || each.startsWith(PROMPT);
                continued = isCommand && each.endsWith("\\");
                if (!isCommand) output.add(each);
            }
            return output;
        }
    }

    /// All pages for users.
    static List<GuidePage> all() throws IOException {
        Path docs = ROOT.resolve("docs");
        List<Path> files =
                new ArrayList<>(
                        List.of(
                                ROOT.resolve("README.md"),
                                docs.resolve("README.md"),
                                docs.resolve("tutorial.md"),
                                docs.resolve("gallery.md")));
        for (String folder : FOLDERS) files.addAll(pagesIn(docs.resolve(folder)));
        List<GuidePage> pages = new ArrayList<>();
        for (Path file : files) if (Files.exists(file)) pages.add(read(file));
        return pages;
    }

    private static List<Path> pagesIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.endsWith(GENERATED))
                    .sorted()
                    .toList();
        }
    }

    private static GuidePage read(Path file) throws IOException {
        return of(ROOT.relativize(file).toString(), Files.readAllLines(file));
    }

    /// The documentation of all packages of exported modules.
    static List<GuidePage> ofPackages() throws IOException {
        List<GuidePage> pages = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.sorted().toList()) {
                Path sources = module.resolve("src/main/java");
                if (!Files.exists(sources.resolve("module-info.java"))) continue;
                try (Stream<Path> files = Files.walk(sources)) {
                    for (Path file :
                            files.filter(each -> each.endsWith("package-info.java")).toList())
                        pages.add(ofPackage(sources, file));
                }
            }
        }
        return pages;
    }

    private static GuidePage ofPackage(Path sources, Path file) throws IOException {
        return of(
                sources.relativize(file.getParent()).toString().replace('/', '_'),
                Files.readAllLines(file).stream()
                        .takeWhile(line -> line.startsWith("///"))
                        .map(line -> line.replaceFirst("/// ?", ""))
                        .toList());
    }

    static GuidePage of(String name, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        List<String> inTables = new ArrayList<>();
        Optional<Block> open = Optional.empty();
        int number = 0;
        for (String line : lines) {
            number++;
            boolean isFence = line.strip().startsWith("```");
            if (isFence && open.isEmpty())
                open = Optional.of(new Block(line.strip().substring(3), number, new ArrayList<>()));
            else if (isFence) {
                blocks.add(open.orElseThrow());
                open = Optional.empty();
            } else if (open.isPresent()) open.get().lines().add(line);
            else if (line.startsWith("|")) addCommands(line, inTables);
        }
        return new GuidePage(name, List.copyOf(blocks), List.copyOf(inTables));
    }

    private static void addCommands(String row, List<String> commands) {
        IN_TABLE.matcher(row.replace("\\|", "|"))
                .results()
                .map(found -> found.group(1))
                .filter(GuidePage::isComplete)
                .forEach(commands::add);
    }

    /// Whether a command line has arguments and can run as written.
    private static boolean isComplete(String line) {
        String bare = QUOTED.matcher(line).replaceAll("''");
        return line.split(" ").length > 2 && !PLACEHOLDER.matcher(bare).find();
    }

    List<Block> in(String language) {
        return blocks.stream()
                .filter(block -> block.language().equals(language) && block.untested().isEmpty())
                .toList();
    }
}
