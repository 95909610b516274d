package treeline.app.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A page of documentation and the examples in it: blocks of Java, and command lines of `treeline`.
///
/// @param inTables command lines within tables that can run as they stand
record GuidePage(String name, List<Block> blocks, List<String> inTables) {
    private static final Path ROOT = Path.of("..");
    private static final Pattern IN_TABLE = Pattern.compile("`(treeline [^`]+)`");

    /// `RUN`, which stands for a path of the reader's own.
    private static final Pattern PLACEHOLDER = Pattern.compile("\\b[A-Z]{2,}\\b");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");

    /// A file whose content comes through a pipe. A test has no standard input, so it is named
    /// instead; `PipesTest` reads from real pipes.
    private static final Pattern PIPED = Pattern.compile("z?cat (\\S+?)(\\.gz)? \\| ");

    /// What stands between two lines of three backquotes.
    ///
    /// @param line where it begins, counted from 1
    record Block(String language, int line, List<String> lines) {
        String text() {
            return String.join("\n", lines) + "\n";
        }
    }

    /// The first page and the guides.
    static List<GuidePage> all() throws IOException {
        try (Stream<Path> guides = Files.list(ROOT.resolve("docs/guide"))) {
            List<Path> files = new ArrayList<>(List.of(ROOT.resolve("README.md")));
            guides.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
            List<GuidePage> pages = new ArrayList<>();
            for (Path file : files) pages.add(read(file));
            return pages;
        }
    }

    /// The first block of a page that is a command and what it prints, on lines of their own.
    static Block walkthrough(String page) throws IOException {
        return all().stream()
                .filter(each -> each.name().endsWith("/" + page))
                .flatMap(each -> each.blocks().stream())
                .filter(block -> block.lines().getFirst().startsWith("$ treeline "))
                .filter(block -> block.lines().size() > 1)
                .findFirst()
                .orElseThrow();
    }

    /// What the packages of all modules say of themselves.
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
        String name = sources.relativize(file.getParent()).toString().replace('/', '_');
        List<String> lines =
                Files.readAllLines(file).stream()
                        .takeWhile(line -> line.startsWith("///"))
                        .map(line -> line.replaceFirst("/// ?", ""))
                        .toList();
        return read(name, lines);
    }

    private static GuidePage read(Path file) throws IOException {
        return read(ROOT.relativize(file).toString(), Files.readAllLines(file));
    }

    private static GuidePage read(String name, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        List<String> inTables = new ArrayList<>();
        Optional<Block> open = Optional.empty();
        int number = 0;
        for (String line : lines) {
            number++;
            if (line.startsWith("```") && open.isEmpty())
                open = Optional.of(new Block(line.substring(3), number, new ArrayList<>()));
            else if (line.startsWith("```")) {
                blocks.add(open.orElseThrow());
                open = Optional.empty();
            } else if (open.isPresent()) open.get().lines().add(line);
            else if (line.startsWith("| "))
                IN_TABLE.matcher(line.replace("\\|", "|"))
                        .results()
                        .map(found -> found.group(1))
                        .filter(command -> !PLACEHOLDER.matcher(command).find())
                        .forEach(inTables::add);
        }
        return new GuidePage(name, List.copyOf(blocks), List.copyOf(inTables));
    }

    List<Block> java() {
        return in("java");
    }

    List<Block> in(String language) {
        return blocks.stream().filter(block -> block.language().equals(language)).toList();
    }

    /// The command lines that can run as they stand: an ellipsis is for the reader to fill.
    List<String> commandLines() {
        return blocks.stream()
                .filter(block -> block.language().isEmpty())
                .flatMap(block -> block.lines().stream())
                .filter(line -> line.matches("(\\$ |\\./)?treeline .*") && !line.contains("…"))
                .toList();
    }

    /// The words behind `treeline`, up to a comment or to what belongs to the shell.
    ///
    /// @param expanded what a shell makes of a word without quotes
    static List<String> words(String commandLine, Function<String, List<String>> expanded) {
        String line =
                commandLine.substring(commandLine.indexOf("treeline ") + "treeline ".length());
        if (commandLine.contains("<(")) line = line.replaceFirst("\\).*", "");
        List<String> words = new ArrayList<>();
        for (MatchResult word : WORD.matcher(line).results().toList()) {
            String bare = word.group(3);
            if (bare != null && List.of("|", ">", "#").contains(bare)) break;
            if (bare != null) words.addAll(expanded.apply(bare));
            else words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        Matcher piped = PIPED.matcher(commandLine);
        if (piped.lookingAt()) words.set(words.indexOf("-"), piped.group(1));
        return words;
    }
}
