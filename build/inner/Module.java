import org.w3c.dom.Element;
import org.w3c.dom.Node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/// A Maven module as its pom.xml and that of its parent describe it: resources, compiler options,
/// JVM options of tests, and the class path that Maven resolved. Executions and profiles are not
/// read.
final class Module {
    private static final Pattern VARIABLE = Pattern.compile("[$@]\\{([\\w.]+)}");

    /// @param target relative to the output folder
    /// @param excluded Ant patterns
    record Resources(Path folder, String target, boolean isFiltered, List<String> excluded) {
        /// Copies files whose stamp is not among the old ones, and adds all stamps by path below
        /// the output folder.
        void copy(Module module, Path output, Map<Path, String> old, Map<Path, String> stamps)
                throws IOException {
            for (Path each : files()) {
                Path copied = Path.of(target).resolve(folder.relativize(each));
                stamps.put(copied, SourceState.stamp(each));
                Path to = output.resolve(copied);
                if (Files.exists(to) && stamps.get(copied).equals(old.get(copied))) continue;
                Files.createDirectories(to.getParent());
                if (isFiltered) Files.writeString(to, module.interpolated(Files.readString(each)));
                else Files.copy(each, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }

        private List<Path> files() throws IOException {
            if (!Files.isDirectory(folder)) return List.of();
            List<PathMatcher> matchers =
                    excluded.stream()
                            .flatMap(
                                    each ->
                                            Stream.of(
                                                    each,
                                                    each.replaceFirst(
                                                            "^\\*\\*/", ""))) // ** may be no folder
                            .map(each -> folder.getFileSystem().getPathMatcher("glob:" + each))
                            .toList();
            try (Stream<Path> files = Files.walk(folder)) {
                return files.filter(Files::isRegularFile)
                        .filter(
                                each ->
                                        matchers.stream()
                                                .noneMatch(
                                                        pattern ->
                                                                pattern.matches(
                                                                        folder.relativize(each))))
                        .toList();
            }
        }
    }

    private final String name;
    private final Path folder;
    private final Element parent;
    private final Element pom;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<Path> jars = new ArrayList<>();
    private final SourceSet main;
    private final SourceSet test;

    private Module(Path root, String name, Element parent, Map<String, Module> lower)
            throws IOException {
        this.name = name;
        this.folder = root.resolve(name);
        this.parent = parent;
        this.pom = parsed(folder.resolve("pom.xml"));
        addProperties(root.toAbsolutePath());
        Set<SourceSet> mainLower = new LinkedHashSet<>();
        Set<SourceSet> testLower = new LinkedHashSet<>();
        for (String each :
                Files.readString(SourceSet.INNER.resolve(name, "class-path")).strip().split(":")) {
            Path entry = Path.of(each);
            if (!entry.startsWith(root.toAbsolutePath())) {
                if (!Files.exists(entry)) throw forgotten(entry);
                jars.add(entry);
                continue;
            }
            Module module =
                    lower.get(root.toAbsolutePath().relativize(entry).getName(0).toString());
            if (each.endsWith("test-classes")) testLower.add(module.test);
            else mainLower.add(module.main);
        }
        this.main = new SourceSet(this, "main", List.copyOf(mainLower));
        testLower.addAll(mainLower);
        testLower.add(main);
        this.test = new SourceSet(this, "test", List.copyOf(testLower));
    }

    /// The class paths are resolved again by the next call.
    private static IOException forgotten(Path jar) throws IOException {
        Files.deleteIfExists(SourceSet.INNER.resolve("resolved"));
        return new IOException(
                "the local Maven repository no longer has " + jar + "; run build/test again");
    }

    /// All modules by name, each after those that it depends on.
    static Map<String, Module> all(Path root) throws IOException {
        Element parent = parsed(root.resolve("pom.xml"));
        Map<String, Module> modules = new LinkedHashMap<>();
        for (Element each : elements(parent, "modules", "module"))
            modules.put(
                    each.getTextContent(),
                    new Module(root, each.getTextContent(), parent, modules));
        return modules;
    }

    private static Element parsed(Path file) throws IOException {
        try {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
        } catch (javax.xml.parsers.ParserConfigurationException | org.xml.sax.SAXException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /// All elements at a path of element names below an element; `*` is any name.
    private static List<Element> elements(Element from, String... names) {
        List<Element> found = List.of(from);
        for (String name : names)
            found = found.stream().flatMap(each -> children(each, name)).toList();
        return found;
    }

    private static Stream<Element> children(Element element, String name) {
        var nodes = element.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(each -> each.getNodeType() == Node.ELEMENT_NODE)
                .map(Element.class::cast)
                .filter(each -> name.equals("*") || each.getTagName().equals(name));
    }

    private void addProperties(Path root) {
        properties.put("maven.multiModuleProjectDirectory", root.toString());
        properties.put("project.basedir", root.resolve(name).toString());
        properties.put("project.build.directory", root.resolve(name).resolve("target").toString());
        properties.put("project.version", elements(parent, "version").getFirst().getTextContent());
        for (Element from : List.of(parent, pom))
            for (Element each : elements(from, "properties", "*"))
                properties.put(each.getTagName(), each.getTextContent());
        properties.put("jvm.environment", ""); // that of the machine
    }

    /// A string with its variables replaced; unknown ones stay.
    String interpolated(String text) {
        return VARIABLE.matcher(text)
                .replaceAll(
                        match -> {
                            String value = properties.get(match.group(1));
                            return java.util.regex.Matcher.quoteReplacement(
                                    value == null ? match.group() : interpolated(value));
                        });
    }

    /// The values of a plugin's configuration, those of the parent first.
    private List<Element> configuration(String plugin, String... names) {
        Stream<Element> plugins =
                Stream.concat(
                        elements(parent, "build", "pluginManagement", "plugins", "plugin").stream(),
                        elements(pom, "build", "plugins", "plugin").stream());
        return plugins.filter(
                        each ->
                                elements(each, "artifactId")
                                        .getFirst()
                                        .getTextContent()
                                        .equals(plugin))
                .flatMap(each -> elements(each, "configuration").stream())
                .flatMap(each -> elements(each, names).stream())
                .toList();
    }

    String name() {
        return name;
    }

    Path folder() {
        return folder;
    }

    String release() {
        return properties.get("maven.compiler.release");
    }

    List<String> lints() {
        return configuration("maven-compiler-plugin", "compilerArgs", "arg").stream()
                .map(Element::getTextContent)
                .filter(each -> each.startsWith("-Xlint"))
                .toList();
    }

    /// The options of surefire for the JVM of tests.
    List<String> jvmOptions() {
        List<String> options = new ArrayList<>(List.of("-ea"));
        properties.putIfAbsent("argLine", "");
        String line = configuration("maven-surefire-plugin", "argLine").getLast().getTextContent();
        options.addAll(List.of(interpolated(line).strip().split("\\s+")));
        for (Element each : configuration("maven-surefire-plugin", "systemPropertyVariables", "*"))
            options.add("-D" + each.getTagName() + "=" + interpolated(each.getTextContent()));
        return options;
    }

    List<Resources> resources(String kind) {
        List<Resources> declared = new ArrayList<>();
        if (kind.equals("main"))
            for (Element each : elements(pom, "build", "resources", "resource"))
                declared.add(
                        new Resources(
                                folder.resolve(text(each, "directory")).normalize(),
                                text(each, "targetPath"),
                                text(each, "filtering").equals("true"),
                                elements(each, "excludes", "exclude").stream()
                                        .map(Element::getTextContent)
                                        .toList()));
        if (!declared.isEmpty()) return declared;
        return List.of(
                new Resources(
                        folder.resolve("src").resolve(kind).resolve("resources"),
                        "",
                        false,
                        List.of()));
    }

    private static String text(Element element, String name) {
        return elements(element, name).stream().map(Element::getTextContent).findFirst().orElse("");
    }

    /// The jars that Maven resolved for tests; main code is compiled with them as well.
    List<Path> jars() {
        return List.copyOf(jars);
    }

    SourceSet test() {
        return test;
    }
}
