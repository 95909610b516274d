package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Holds the code against the table of packages in `ARCHITECTURE.md`: the document cannot become
/// untrue.
class ArchitectureTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(
                            location ->
                                    !location.contains("-tests.jar")
                                            && !location.contains("/test-classes/"))
                    .importPackages("treeline");

    @Test
    void everyPackageIsInTheTableAndEveryRowIsAPackage() throws IOException {
        Set<String> inCode =
                CLASSES.stream()
                        .map(JavaClass::getPackageName)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(inCode).isEqualTo(allowedImports().keySet());
    }

    @Test
    void packagesImportOnlyWhatTheTableAllows() throws IOException {
        Map<String, Set<String>> allowed = allowedImports();
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

    private static Map<String, Set<String>> allowedImports() throws IOException {
        Map<String, Set<String>> allowed = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "ARCHITECTURE.md"))) {
            if (!line.startsWith("| treeline.") && !line.startsWith("| treeline |")) continue;
            String[] cells = line.split("\\|", -1);
            Set<String> imports =
                    Arrays.stream(cells[3].split(","))
                            .map(String::strip)
                            .filter(name -> !name.isEmpty())
                            .collect(Collectors.toSet());
            allowed.put(cells[1].strip(), imports);
        }
        return allowed;
    }
}
