package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Makes programs of the blocks of Java in the guides, compiles them together and runs them.
///
/// The statements of a page are one method, with the imports below and what [GuideScope] has. A
/// block that begins with an annotation has members of a class, one with `public class` is a file.
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
                            "treeline.numbers.activity",
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

    /// It needs an MPI library, and is run by the tests of the recorder in its own words.
    private static final String NEEDS_MPI = "Mpi.world()";

    private final Path sources;
    private final Path recordings;
    private final List<Path> files = new ArrayList<>();
    private final List<DynamicTest> tests = new ArrayList<>();
    private final Path classes;

    private GuideJava(Path sources, Path recordings) throws IOException {
        this.sources = Files.createDirectories(sources);
        this.classes = Files.createDirectories(sources.resolve("classes"));
        this.recordings = recordings;
    }

    /// A test for each page that runs its statements. Fails where something does not compile.
    static Stream<DynamicTest> compiled(List<GuidePage> pages, Path sources, Path recordings)
            throws IOException {
        var java = new GuideJava(sources, recordings);
        for (GuidePage page : pages) java.add(page);
        java.compile();
        assertThat(java.tests).hasSizeGreaterThan(4);
        return java.tests.stream();
    }

    private void add(GuidePage page) throws IOException {
        List<String> imports = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        for (GuidePage.Block block : page.java()) {
            String text = block.text().replace("…", "");
            if (text.startsWith("public class ")) write(text.split("\\s+")[2], text);
            else if (text.startsWith("@"))
                write(
                        "Members%d".formatted(block.line()),
                        IMPORTS + "class Members%d {\n%s}\n".formatted(block.line(), text));
            else
                for (String line : block.lines())
                    (line.startsWith("import ") ? imports : statements).add(inFolder(line));
        }
        if (statements.isEmpty()) return;
        String name = page.name().replaceAll(".*/|\\.md", "") + "Guide";
        write(name, unit(name, imports, statements));
        boolean runs = statements.stream().noneMatch(line -> line.contains(NEEDS_MPI));
        if (runs) tests.add(DynamicTest.dynamicTest(page.name(), () -> scope(name).run()));
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

    /// Paths in the text are those of a folder that the reader is in.
    private String inFolder(String line) {
        return line.replaceAll(
                "\"(out|treeline-demo|runs|[a-z]+\\.(?:tldb|html|svg|parquet))(/[^\"]*)?\"",
                "\"" + recordings + "/$1$2\"");
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
    private static String classPath() {
        return System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private GuideScope scope(String name) throws Exception {
        var loader =
                new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
        return (GuideScope)
                loader.loadClass("guides." + name)
                        .getConstructor(Path.class)
                        .newInstance(recordings);
    }
}
