package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks the packages against their `package-info.java`, which lists the packages that each may
/// import, and against the limits of ARCHITECTURE.md.
class ArchitectureTest {
    private static final Path ROOT = Path.of("..");
    private static final int MAX_FILES = 30;

    /// Packages that are larger, and why.
    private static final Map<String, String> LARGER =
            Map.of(
                    "treeline.record",
                    "the recorder's threads, paths and phases share package-private state that"
                            + " programs must not reach");

    /// Classes that open files for writing, and why. All others use `CompleteFile`.
    private static final Map<String, String> WRITERS =
            Map.ofEntries(
                    Map.entry("CompleteFile", "writes to pipes and devices"),
                    Map.entry("UnfinishedFile", "the file that CompleteFile renames"),
                    Map.entry("CompleteFolder", "forces files"),
                    Map.entry("MappedFile", "a gzip, expanded into the temporary folder"),
                    Map.entry("Piped", "piped input in the temporary folder"),
                    Map.entry("FileCheck", "reads whole files"),
                    Map.entry("Otf2Chunks", "reads chunks"),
                    Map.entry("FolderLock", "an empty file to lock"),
                    Map.entry("IndexFile", "the copy of the index that SQLite changes"),
                    Map.entry("DroppedFolder", "uploads in the temporary folder"),
                    Map.entry("Requests", "uploads in the temporary folder"),
                    Map.entry("ShellCommand", "the start-up script of JShell"),
                    Map.entry("StandardOutput", "copies a file to the standard output"),
                    Map.entry("Console", "the standard output"));

    private static final Set<String> OPENING =
            Set.of(
                    "java.nio.file.Files.newOutputStream",
                    "java.nio.file.Files.newBufferedWriter",
                    "java.nio.file.Files.newByteChannel",
                    "java.nio.file.Files.write",
                    "java.nio.file.Files.writeString",
                    "java.nio.file.Files.copy",
                    "java.nio.channels.FileChannel.open",
                    "java.io.FileOutputStream.<init>",
                    "java.io.FileWriter.<init>",
                    "java.io.RandomAccessFile.<init>");

    private static final Pattern IMPORTS = Pattern.compile("(?s)Imports: (.*?)(?:\n\n|$)");

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(
                            location ->
                                    !location.contains("-tests.jar")
                                            && !location.contains("/test-classes/"))
                    .importPackages("treeline");

    @Test
    void everyPackageIsDescribed() throws IOException {
        Set<String> undescribed = new TreeSet<>(packages());
        undescribed.removeAll(described().keySet());
        assertThat(undescribed).isEmpty();
    }

    @Test
    void packagesImportOnlyWhatTheirDescriptionsAllow() throws IOException {
        Map<String, Set<String>> allowed = described();
        Set<String> forbidden = new TreeSet<>();
        for (JavaClass type : CLASSES)
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String from = type.getPackageName();
                String to = dependency.getTargetClass().getBaseComponentType().getPackageName();
                boolean ours = to.equals("treeline") || to.startsWith("treeline.");
                if (ours && !to.equals(from) && !allowed.getOrDefault(from, Set.of()).contains(to))
                    forbidden.add(
                            "%s imports %s: %s".formatted(from, to, dependency.getDescription()));
            }
        assertThat(forbidden).isEmpty();
    }

    @Test
    void packagesFormNoCycle() {
        SlicesRuleDefinition.slices()
                .matching("treeline.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void outputFilesAreWrittenByCompleteFile() {
        Set<String> writers = new TreeSet<>();
        for (JavaClass type : CLASSES)
            for (JavaCodeUnitAccess<?> call : type.getCodeUnitAccessesFromSelf()) {
                if (type.getPackageName().startsWith("treeline.examples")) continue;
                String owner = call.getTargetOwner().getName();
                if (OPENING.contains(owner + "." + call.getTarget().getName()))
                    writers.add(outermost(type).getSimpleName());
            }
        assertThat(writers).isSubsetOf(WRITERS.keySet());
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    @Test
    void packagesHaveAtMostThirtyFiles() throws IOException {
        Map<String, Integer> large = new HashMap<>();
        for (Path info : descriptions())
            try (Stream<Path> files = Files.list(folder(info))) {
                int count = (int) files.filter(each -> each.toString().endsWith(".java")).count();
                if (count > MAX_FILES) large.put(packageOf(Files.readString(info)), count);
            }
        assertThat(large.keySet()).isSubsetOf(LARGER.keySet());
    }

    private static Path folder(Path file) {
        return Optional.ofNullable(file.getParent()).orElseThrow();
    }

    private static Set<String> packages() {
        return CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
    }

    /// The packages that each package may import.
    private static Map<String, Set<String>> described() throws IOException {
        Map<String, Set<String>> allowed = new HashMap<>();
        for (Path info : descriptions()) {
            String text = Files.readString(info);
            allowed.put(packageOf(text), imports(text));
        }
        return allowed;
    }

    private static String packageOf(String info) {
        Matcher matcher = Pattern.compile("(?m)^package ([\\w.]+);").matcher(info);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static Set<String> imports(String info) {
        String comment =
                info.lines()
                        .filter(line -> line.startsWith("///"))
                        .map(line -> line.substring(3).strip())
                        .collect(Collectors.joining("\n"));
        Matcher matcher = IMPORTS.matcher(comment);
        if (!matcher.find()) return Set.of();
        return Arrays.stream(matcher.group(1).split(","))
                .map(String::strip)
                .collect(Collectors.toSet());
    }

    private static List<Path> descriptions() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            List<Path> sources =
                    modules.map(module -> module.resolve("src/main/java/treeline"))
                            .filter(Files::isDirectory)
                            .toList();
            return sources.stream().flatMap(ArchitectureTest::descriptionsIn).toList();
        }
    }

    private static Stream<Path> descriptionsIn(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(each -> each.endsWith("package-info.java")).toList().stream();
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
