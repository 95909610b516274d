package treeline.app.mcp;

import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.source.Input;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The runs that a user opened, under short names. An assistant asks by these names only: no text
/// of its own becomes a path.
final class OpenedRuns {
    private static final int NAMED_IN_ERRORS = 20;

    /// What has an address would be fetched, and `-` would take the messages of the assistant.
    private static final Pattern ELSEWHERE = Pattern.compile("-|[A-Za-z][A-Za-z0-9+.-]+://.*");

    /// A run.
    ///
    /// @param root its file or folder, without links
    /// @param part which run of a file that holds several, `#3`, or empty
    record Opened(String name, Path root, String part) {
        /// As commands take it: a path without links, from the root of the file system.
        String word() {
            return root + part;
        }
    }

    private final Map<String, Opened> byName = new LinkedHashMap<>();
    private final Map<String, String> byPath = new HashMap<>();
    private final Pattern paths;

    /// Opens files, folders and patterns: every file of a folder and every match is a run, as of
    /// `treeline ensemble`.
    ///
    /// @param warnings takes what was left out, in a line each
    static OpenedRuns of(
            Formats formats, Optional<String> format, List<String> paths, Consumer<String> warnings)
            throws IOException {
        var runs = new Runs(formats, format, Slice.summed());
        Map<String, Opened> opened = new LinkedHashMap<>();
        for (String path : paths) {
            if (ELSEWHERE.matcher(path).matches())
                throw new IllegalArgumentException(
                        path + ": expected a local file, folder or pattern");
            boolean isFolder = Files.isDirectory(Path.of(path));
            Optional<Path> folder =
                    isFolder ? Optional.of(Path.of(path).toRealPath()) : Optional.empty();
            for (String each : runs.named(List.of(path))) {
                Opened run = opened(each);
                if (folder.map(run.root()::startsWith).orElse(true) && !leadsOut(run.root()))
                    opened.putIfAbsent(run.word(), run);
                else
                    warnings.accept(
                            "skipped: %s is a link out of its folder; name its target to open it"
                                    .formatted(each));
            }
        }
        return new OpenedRuns(List.copyOf(opened.values()));
    }

    /// A run that has no name yet.
    private static Opened opened(String path) throws IOException {
        Input input = Input.of(path);
        String part = input.run().isEmpty() ? "" : "#" + input.run();
        return new Opened("", input.root().toRealPath(), part);
    }

    private OpenedRuns(List<Opened> runs) {
        if (runs.isEmpty()) throw new IllegalArgumentException("no run to open");
        for (Opened run : named(runs)) {
            byName.put(run.name(), run);
            byPath.put(run.word(), run.name());
        }
        paths = pathsOf(runs);
    }

    /// Whether a folder has a link whose target is not in it.
    private static boolean leadsOut(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.filter(Files::isSymbolicLink).toList())
                if (Files.exists(each) && !each.toRealPath().startsWith(root)) return true;
        }
        return false;
    }

    /// Names are the ends of paths, as short as tells them apart.
    private static List<Opened> named(List<Opened> runs) {
        String[] names = new String[runs.size()];
        int[] parts = IntStream.generate(() -> 1).limit(runs.size()).toArray();
        boolean alike = true;
        while (alike) {
            for (int i = 0; i < names.length; i++) names[i] = end(runs.get(i), parts[i]);
            Map<String, Long> count =
                    Stream.of(names).collect(Collectors.groupingBy(n -> n, Collectors.counting()));
            alike = false;
            for (int i = 0; i < names.length; i++)
                if (count.getOrDefault(names[i], 0L) > 1
                        && parts[i] < runs.get(i).root().getNameCount()) {
                    parts[i]++;
                    alike = true;
                }
        }
        return IntStream.range(0, names.length)
                .mapToObj(i -> new Opened(names[i], runs.get(i).root(), runs.get(i).part()))
                .toList();
    }

    private static String end(Opened run, int parts) {
        int count = run.root().getNameCount();
        return run.root().subpath(count - parts, count) + run.part();
    }

    List<Opened> all() {
        return List.copyOf(byName.values());
    }

    /// The run that is meant where none is named.
    Opened only() throws ToolError {
        if (byName.size() == 1) return asOpened(byName.values().iterator().next());
        throw new ToolError("name a run; open runs: " + names());
    }

    /// The run of a name or of a number as [#all] counts them, from 1.
    Opened run(String name) throws ToolError {
        Opened run = byName.get(name);
        if (run == null
                && name.matches("[1-9][0-9]{0,5}")
                && Integer.parseInt(name) <= byName.size())
            run = all().get(Integer.parseInt(name) - 1);
        if (run == null)
            throw new ToolError("no run '%s' is open; open runs: %s".formatted(name, names()));
        return asOpened(run);
    }

    /// The runs of several names; a `*` in one stands for any letters of a name, never of a path.
    List<Opened> runs(List<String> names) throws ToolError {
        List<Opened> runs = new ArrayList<>();
        for (String name : names) {
            if (byName.containsKey(name) || !name.contains("*")) runs.add(run(name));
            else {
                String regex =
                        Stream.of(name.split("\\*", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*"));
                List<String> meant =
                        byName.keySet().stream().filter(each -> each.matches(regex)).toList();
                if (meant.isEmpty())
                    throw new ToolError(
                            "no open run matches '%s'; open runs: %s".formatted(name, names()));
                for (String each : meant) runs.add(run(each));
            }
        }
        return runs.stream().distinct().toList();
    }

    /// A path that has become a link, or holds one, could lead anywhere.
    private static Opened asOpened(Opened run) throws ToolError {
        try {
            boolean file = Files.isRegularFile(run.root()) || Files.isDirectory(run.root());
            if (!file) throw new ToolError("run '%s' no longer exists".formatted(run.name()));
            if (run.root().toRealPath().equals(run.root()) && !leadsOut(run.root())) return run;
            throw new ToolError(
                    "run '%s' is now a link out of the opened folder; restart 'treeline mcp' to open it"
                            .formatted(run.name()));
        } catch (IOException unreadable) {
            throw new ToolError(
                    "run '%s' cannot be read: %s".formatted(run.name(), unreadable.getMessage()));
        }
    }

    private String names() {
        String some =
                byName.keySet().stream()
                        .limit(NAMED_IN_ERRORS)
                        .map(BoundedWriter::cut)
                        .collect(Collectors.joining(", "));
        int more = byName.size() - NAMED_IN_ERRORS;
        return more > 0 ? "%s and %d more, see the tool runs".formatted(some, more) : some;
    }

    /// A text of a command with names in place of paths, which say nothing to those who ask by
    /// name. A `/x` within a call path is none of ours.
    String withNames(String text) {
        return text.indexOf('/') < 0 ? text : paths.matcher(text).replaceAll(this::nameOf);
    }

    private String nameOf(MatchResult path) {
        return Matcher.quoteReplacement(byPath.getOrDefault(path.group(), path.group()));
    }

    /// Longest first: a file may be opened beside the folder that it is in.
    private static Pattern pathsOf(List<Opened> runs) {
        return Pattern.compile(
                runs.stream()
                        .map(Opened::word)
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(Pattern::quote)
                        .collect(Collectors.joining("|", "(?<![^\\s'\"(=])(?:", ")(?![\\w.-])")));
    }
}
