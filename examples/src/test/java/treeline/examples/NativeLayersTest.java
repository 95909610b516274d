package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The layers of the native recorder: the table in `native/README.md` lists the files of
/// `native/src` from bottom to top, and a file depends only on files that precede it.
class NativeLayersTest {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"(.+)\"$");

    /// A forward declaration, `struct tl_node`, declares no name.
    private static final Pattern NAME = Pattern.compile("(?<!struct )\\b(?:tl|TL)_\\w+");

    private static final Pattern PUBLIC_NAME = Pattern.compile("\\btreeline_\\w+");
    private static final Pattern PUBLIC_FUNCTION =
            Pattern.compile("(?m)^\\w.*?\\b(treeline_\\w+)\\(.*\\{");
    private static final String FEATURE_MACROS = "base.h";
    private static final String PUBLIC_HEADER = "treeline.h";

    @Test
    void theTableListsEveryFileOnce() throws IOException {
        assertThat(order()).doesNotHaveDuplicates();
        assertThat(sources().keySet().stream().map(NativeLayersTest::stem).distinct())
                .containsExactlyInAnyOrderElementsOf(order());
    }

    @Test
    void filesDependOnlyOnFilesThatPrecedeThem() throws IOException {
        assertThat(outOfOrder(order(), sources())).isEmpty();
    }

    @Test
    void filesIncludeExactlyTheHeadersWhoseDeclarationsTheyUse() throws IOException {
        assertThat(inexactIncludes(order(), sources())).isEmpty();
    }

    @Test
    void featureMacrosPrecedeAllSystemHeaders() throws IOException {
        Map<String, String> sources = sources();
        sources.forEach(
                (file, code) -> {
                    String own = ownHeader(file);
                    if (file.endsWith(".c") && sources.containsKey(own))
                        assertThat(firstInclude(code)).as(file).contains(own);
                    else if (!file.equals(FEATURE_MACROS))
                        assertThat(firstInclude(code)).as(file).contains(FEATURE_MACROS);
                });
    }

    @Test
    void aCycleIsOutOfOrder() {
        var cycle =
                Map.of(
                        "low.h", "#include \"high.h\"\n",
                        "low.c", "#include \"low.h\"\n",
                        "high.h", "#include \"low.h\"\n");
        assertThat(outOfOrder(List.of("low", "high"), cycle))
                .containsExactly("low.h depends on high");
    }

    @Test
    void aCallOfAPublicFunctionOfAHigherFileIsOutOfOrder() {
        var call =
                Map.of(
                        "low.c", "static int is_on(void) { return treeline_get_state(); }\n",
                        "high.c", "int treeline_get_state(void) { return 1; }\n");
        assertThat(outOfOrder(List.of("low", "high"), call))
                .containsExactly("low.c depends on high");
        assertThat(outOfOrder(List.of("high", "low"), call)).isEmpty();
    }

    @Test
    void unusedAndIndirectHeadersAreFound() {
        var files =
                Map.of(
                        "a.h", "int tl_a(void);\n",
                        "b.h", "#include \"a.h\"\nint tl_b(void);\n",
                        "c.c", "#include \"b.h\"\nint tl_c(void) { return tl_a(); }\n");
        assertThat(inexactIncludes(List.of("a", "b", "c"), files))
                .containsExactly(
                        "b.h does not use a.h", "c.c does not include a.h", "c.c does not use b.h");
    }

    /// The second column of the last table, whose cells are lists of names.
    private static List<String> order() throws IOException {
        String readme = Files.readString(NativeProgram.NATIVE.resolve("README.md"));
        return readme.substring(readme.indexOf("| layer |"))
                .lines()
                .skip(2)
                .flatMap(row -> Stream.of(row.split("\\|")[2].strip().split(" ")))
                .toList();
    }

    /// The code of each file, without comments.
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (var files = Files.list(NativeProgram.NATIVE.resolve("src"))) {
            for (Path file : files.toList()) {
                String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
                sources.put(file.getFileName().toString(), code);
            }
        }
        return sources;
    }

    private static List<String> outOfOrder(List<String> order, Map<String, String> sources) {
        Map<String, String> definedIn = publicFunctions(sources);
        Set<String> found = new TreeSet<>();
        sources.forEach(
                (file, code) -> {
                    Set<String> needed = includes(code);
                    for (String name : matches(PUBLIC_NAME, code))
                        if (definedIn.containsKey(name)) needed.add(definedIn.get(name));
                    needed.remove(ownHeader(file));
                    needed.remove(file);
                    for (String other : needed)
                        if (order.indexOf(stem(other)) >= order.indexOf(stem(file)))
                            found.add(file + " depends on " + stem(other));
                });
        return List.copyOf(found);
    }

    /// From public functions to the files that define them.
    private static Map<String, String> publicFunctions(Map<String, String> sources) {
        Map<String, String> definedIn = new HashMap<>();
        sources.forEach(
                (file, code) ->
                        PUBLIC_FUNCTION
                                .matcher(code)
                                .results()
                                .forEach(match -> definedIn.put(match.group(1), file)));
        return definedIn;
    }

    private static List<String> inexactIncludes(List<String> order, Map<String, String> sources) {
        Map<String, String> declaredIn = declarations(order, sources);
        Set<String> found = new TreeSet<>();
        sources.forEach(
                (file, code) -> {
                    Set<String> used = new TreeSet<>();
                    for (String name : matches(NAME, code))
                        if (declaredIn.containsKey(name)) used.add(declaredIn.get(name));
                    used.remove(ownHeader(file));
                    Set<String> included = includes(code);
                    included.remove(ownHeader(file));
                    included.remove(FEATURE_MACROS);
                    for (String header : included)
                        if (!used.contains(header)) found.add(file + " does not use " + header);
                    included.addAll(includes(sources.getOrDefault(ownHeader(file), "")));
                    used.removeAll(included);
                    for (String header : used) found.add(file + " does not include " + header);
                });
        return List.copyOf(found);
    }

    /// From names to the lowest header that contains them.
    private static Map<String, String> declarations(
            List<String> order, Map<String, String> sources) {
        Map<String, String> declaredIn = new HashMap<>();
        for (String stem : order)
            for (String name : matches(NAME, sources.getOrDefault(stem + ".h", "")))
                declaredIn.putIfAbsent(name, stem + ".h");
        return declaredIn;
    }

    private static String ownHeader(String file) {
        return stem(file) + ".h";
    }

    private static Set<String> includes(String code) {
        Set<String> headers =
                INCLUDE.matcher(code)
                        .results()
                        .map(match -> match.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));
        headers.remove(PUBLIC_HEADER);
        return headers;
    }

    private static String firstInclude(String code) {
        return code.lines().filter(line -> line.startsWith("#include")).findFirst().orElse("");
    }

    private static Set<String> matches(Pattern pattern, String code) {
        return pattern.matcher(code).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static String stem(String file) {
        return file.replaceAll("\\.[ch]$", "");
    }
}
