package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;

import treeline.app.Session;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles the Java blocks of all pages together and runs them.
///
/// The statements of a page are one method of a class that extends [GuideScope]. A block that
/// starts with an annotation has members of a class, a block with `public class` is a file.
final class GuideJava {
    private static final String IMPORTS =
            Stream.of(
                            "treeline",
                            "treeline.cluster",
                            "treeline.dashboard",
                            "treeline.ensemble",
                            "treeline.ensemble.metadata",
                            "treeline.ensemble.statistics",
                            "treeline.figure",
                            "treeline.scaling",
                            "treeline.scaling.model",
                            "treeline.scaling.search",
                            "treeline.formats",
                            "treeline.model",
                            "treeline.numbers",
                            "treeline.ledger",
                            "treeline.query",
                            "treeline.question.answer",
                            "treeline.record",
                            "treeline.record.mpi",
                            "treeline.record.ranks",
                            "treeline.select",
                            "treeline.single",
                            "treeline.source",
                            "treeline.source.files",
                            "treeline.source.join",
                            "treeline.source.trace",
                            "treeline.table",
                            "treeline.transform",
                            "treeline.view",
                            "java.nio.file",
                            "java.time",
                            "java.util",
                            "java.util.regex")
                    .map(name -> "import %s.*;\n".formatted(name))
                    .collect(Collectors.joining());

    private final Path sources;
    private final List<Path> files = new ArrayList<>();
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Path classes;

    private GuideJava(Path sources) throws IOException {
        this.sources = Files.createDirectories(sources);
        this.classes = Files.createDirectories(sources.resolve("classes"));
    }

    /// Compiles all pages.
    static GuideJava compiled(List<GuidePage> pages, Path sources) throws IOException {
        var java = new GuideJava(sources);
        for (GuidePage page : pages) java.add(page);
        java.compile();
        return java;
    }

    /// A test that runs the statements of a page in the demo folder; none if the page has none.
    Optional<DynamicTest> test(GuidePage page) {
        return Optional.ofNullable(types.get(page.name()))
                .map(type -> DynamicTest.dynamicTest("Java", () -> assertRuns(type)));
    }

    private void add(GuidePage page) throws IOException {
        List<String> imports = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        for (GuidePage.Block block : page.in("java")) {
            String text = block.text().replace("…", "");
            if (text.startsWith("public class ")) write(text.split("\\s+")[2], text);
            else if (text.startsWith("@"))
                write(
                        "Members%d".formatted(block.line()),
                        IMPORTS + "class Members%d {\n%s}\n".formatted(block.line(), text));
            else
                for (String line : block.lines())
                    (line.startsWith("import ") ? imports : statements).add(line);
        }
        if (statements.isEmpty()) return;
        String name = page.name().replaceAll("\\.md", "").replaceAll("\\W", "_") + "Guide";
        write(name, unit(name, imports, statements));
        types.put(page.name(), "guides." + name);
    }

    private static String unit(String name, List<String> imports, List<String> statements) {
        return """
        package guides;
        %s
        %s
        public class %s extends treeline.app.guide.GuideScope {
            public %s(java.nio.file.Path folder) { super(folder); }
            @Override public void run() throws Exception {
        %s
            }
        }
        """
                .formatted(
                        IMPORTS,
                        String.join("\n", imports),
                        name,
                        name,
                        String.join("\n", statements));
    }

    private void write(String name, String text) throws IOException {
        files.add(Files.writeString(sources.resolve(name + ".java"), text));
    }

    private void compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean works =
                    compiler.getTask(
                                    said,
                                    manager,
                                    null,
                                    List.of(
                                            "-proc:none",
                                            "-cp",
                                            classPath(),
                                            "-d",
                                            classes.toString()),
                                    null,
                                    manager.getJavaFileObjectsFromPaths(files))
                            .call();
            assertThat(works).as(said.toString()).isTrue();
        }
    }

    /// The test runner may hide the class path in the manifest of a jar.
    static String classPath() {
        return System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private void assertRuns(String type) throws Exception {
        Session.Answer answer =
                GuideFolder.shared().run(CommandServer.JAVA, classes.toString(), type);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
    }
}
