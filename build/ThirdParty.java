import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// Third-party notices of a release: a list of components with their licences, and the licence files in their jars.
///
/// Jars without licence files have theirs in `packaging/licences`.
///
/// Usage: `java ThirdParty.java FOLDER BOM.xml JAR...`. The bill of materials (CycloneDX) names the licences; every jar
/// that is not ours must be in it.
void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    NodeList components =
            DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(Path.of(arguments[1]).toFile()).getElementsByTagName("component");
    List<String> lines = new ArrayList<>(List.of("# Third-party software", "", "| component | version | licence |", "|---|---|---|"));
    for (String jar : List.of(arguments).subList(2, arguments.length)) {
        String file = Path.of(jar).getFileName().toString();
        if (file.startsWith("treeline-")) continue;
        Element component = find(components, file);
        lines.add("| %s | %s | %s |".formatted(text(component, "name"), text(component, "version"), licence(component)));
        Path licences = folder.resolve(file.replace(".jar", ""));
        copyLicences(Path.of(jar), licences);
        Path given = Path.of("packaging/licences", text(component, "name"), "LICENSE");
        if (Files.exists(given)) Files.copy(given, Files.createDirectories(licences).resolve("LICENSE"));
    }
    lines.add("");
    lines.add("Folders next to this file contain the licence files of the jars. The Java runtime of images has its licences in runtime/legal.");
    Files.write(folder.resolve("README.md"), lines);
}

Element find(NodeList components, String file) {
    for (int i = 0; i < components.getLength(); i++) {
        Element component = (Element) components.item(i);
        if (file.equals(text(component, "name") + "-" + text(component, "version") + ".jar")) return component;
    }
    throw new IllegalStateException(file + " is not in the bill of materials");
}

String licence(Element component) {
    NodeList licences = component.getElementsByTagName("license");
    if (licences.getLength() == 0) return text(component, "expression");
    Element first = (Element) licences.item(0);
    String id = text(first, "id");
    // The bill of materials maps "Apache License" without a version to the first one.
    if (id.equals("Apache-1.0")) return "Apache License (version not stated)";
    return id.isEmpty() ? text(first, "name") : id;
}

/// The content of the first element of that name, or an empty string.
String text(Element parent, String name) {
    NodeList elements = parent.getElementsByTagName(name);
    return elements.getLength() == 0 ? "" : elements.item(0).getTextContent().strip();
}

void copyLicences(Path jar, Path folder) throws Exception {
    try (JarFile file = new JarFile(jar.toFile())) {
        for (ZipEntry entry : file.stream().filter(this::isLicence).toList()) {
            Path copy = folder.resolve(Path.of(entry.getName()).getFileName());
            Files.createDirectories(folder);
            try (var content = file.getInputStream(entry)) {
                Files.write(copy, content.readAllBytes());
            }
        }
    }
}

boolean isLicence(ZipEntry entry) {
    return !entry.isDirectory() && entry.getName().matches("(?i)(META-INF/)?(.*/)?(LICEN[SC]E|NOTICE)[^/]*(?<!\\.class)");
}
