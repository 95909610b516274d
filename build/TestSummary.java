import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/// What the tests of all modules said, from the reports that Maven leaves: how many ran in each module, which failed
/// and how, which were skipped and why; and where the time went. The last line is always `N passed, N failed, N skipped`.
///
/// Usage: `java TestSummary.java ROOT [COMMAND...]`. The commands are programs that tests need and that are there: a
/// test that is skipped because it "needs" one of them was not run although it could have been, and counts as an
/// error. Exit code 1 if a test failed, if none ran, or for such a skip.
void main(String[] arguments) throws Exception {
    List<Case> cases = read(Path.of(arguments[0]));
    printModules(cases);
    printFailures(cases);
    printFailureFolders(Path.of(arguments[0], "target", "failures"));
    printSkips(cases);
    Map<String, List<ClassTime>> times = readTimes(Path.of(arguments[0]));
    printStages(Path.of(arguments[0], "target", "stages.tsv"), times);
    printSlowest(times);
    List<Case> wronglySkipped = wronglySkipped(cases, List.of(arguments).subList(1, arguments.length));
    for (Case each : wronglySkipped) IO.println("error: skipped although it is there: " + each.name() + ", " + each.reason());
    long passed = count(cases, Result.PASSED);
    long failed = count(cases, Result.FAILED);
    if (cases.isEmpty()) IO.println("error: no test ran");
    IO.println("%d passed, %d failed, %d skipped".formatted(passed, failed, count(cases, Result.SKIPPED)));
    if (failed > 0 || passed == 0 || !wronglySkipped.isEmpty()) System.exit(1);
}

enum Result {
    PASSED,
    FAILED,
    SKIPPED
}

/// @param reason why it failed or was skipped
record Case(String module, String name, Result result, String reason) {}

List<Case> read(Path root) throws Exception {
    List<Path> reports;
    try (Stream<Path> files = Files.find(root, 4, (file, _) -> isReport(root.relativize(file)))) {
        reports = files.sorted().toList();
    }
    List<Case> cases = new ArrayList<>();
    for (Path report : reports) readReport(root.relativize(report).getName(0).toString(), report, cases);
    return cases;
}

/// `MODULE/target/surefire-reports/TEST-*.xml`, and those of failsafe.
boolean isReport(Path file) {
    return file.getNameCount() == 4
            && file.getName(1).toString().equals("target")
            && file.getName(2).toString().endsWith("-reports")
            && file.getName(3).toString().matches("TEST-.*\\.xml");
}

void readReport(String module, Path report, List<Case> cases) throws Exception {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (var stream = Files.newInputStream(report)) {
        XMLStreamReader xml = factory.createXMLStreamReader(stream);
        String name = "";
        Result result = Result.PASSED;
        String reason = "";
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    switch (xml.getLocalName()) {
                        case "testcase" -> {
                            name = attribute(xml, "classname") + "." + attribute(xml, "name");
                            result = Result.PASSED;
                            reason = "";
                        }
                        case "failure", "error" -> {
                            result = Result.FAILED;
                            reason = text(xml);
                        }
                        case "skipped" -> {
                            result = Result.SKIPPED;
                            reason = text(xml).replace("Assumption failed: ", "");
                        }
                        default -> {}
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    if (xml.getLocalName().equals("testcase")) cases.add(new Case(module, name, result, reason));
                }
                default -> {}
            }
        }
    }
}

String attribute(XMLStreamReader xml, String name) {
    String value = xml.getAttributeValue(null, name);
    return value == null ? "" : value;
}

/// The message, or the first line of the report below it, without the kind of exception.
String text(XMLStreamReader xml) throws Exception {
    String message = attribute(xml, "message");
    if (!message.isBlank()) return message.strip();
    String type = attribute(xml, "type");
    String first = xml.getElementText().lines().findFirst().orElse("").strip();
    return first.isEmpty() ? type : first.replace(type + ": ", "");
}

void printModules(List<Case> cases) {
    Map<String, Integer> tests = new TreeMap<>();
    for (Case each : cases) tests.merge(each.module(), 1, Integer::sum);
    tests.forEach((module, count) -> IO.println("%-12s %6d tests".formatted(module, count)));
}

void printFailures(List<Case> cases) {
    for (Case each : cases) {
        if (each.result() != Result.FAILED) continue;
        IO.println("\nfailed: " + each.name());
        each.reason().lines().limit(30).forEach(line -> IO.println("    " + line));
    }
}

/// What failed tests left for people and CI systems, one folder each.
void printFailureFolders(Path all) throws Exception {
    if (!Files.isDirectory(all)) return;
    try (Stream<Path> folders = Files.list(all)) {
        List<Path> sorted = folders.sorted().toList();
        if (!sorted.isEmpty()) IO.println("\nexceptions, output, logs and pictures of what failed:");
        for (Path folder : sorted) IO.println("    " + all.getParent().getParent().relativize(folder));
    }
}

void printSkips(List<Case> cases) {
    Map<String, List<String>> byReason = new TreeMap<>();
    for (Case each : cases)
        if (each.result() == Result.SKIPPED)
            byReason.computeIfAbsent(each.reason(), _ -> new ArrayList<>()).add(each.name());
    if (!byReason.isEmpty()) IO.println("\nskipped, and why:");
    byReason.forEach(
            (reason, names) -> {
                IO.println("%6d  %s".formatted(names.size(), reason.isEmpty() ? "no reason given" : reason));
                names.stream().limit(3).forEach(name -> IO.println("          " + name));
                if (names.size() > 3) IO.println("          and %d more".formatted(names.size() - 3));
            });
    IO.println("");
}

/// What `ClassTimes` of the testkit wrote for a test class.
record ClassTime(String name, long cpuMillis, long wallMillis) {}

Map<String, List<ClassTime>> readTimes(Path root) throws Exception {
    Map<String, List<ClassTime>> times = new TreeMap<>();
    try (Stream<Path> files = Files.find(root, 4, (file, _) -> file.toString().matches(".*/target/test-times/[^/]*\\.tsv"))) {
        for (Path file : files.toList())
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split("\t");
                String module = root.relativize(file).getName(0).toString();
                times.computeIfAbsent(module, _ -> new ArrayList<>())
                        .add(new ClassTime(fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2])));
            }
    }
    return times;
}

/// The stages that `check` measured. Maven's is divided by the CPU time of the test JVMs and their child processes; the rest of it
/// compiles, lints and packages.
void printStages(Path file, Map<String, List<ClassTime>> times) throws Exception {
    if (!Files.exists(file)) return;
    IO.println("%-40s %8s %8s".formatted("stage", "wall s", "CPU s"));
    long cpu = 0;
    for (String line : Files.readAllLines(file)) {
        String[] fields = line.split("\t");
        IO.println("%-40s %8s %8s".formatted(fields[0], fields[1], fields[2]));
        if (!fields[0].equals("rest")) cpu += Long.parseLong(fields[2]); // which counts the release again
        if (fields[0].equals("Maven")) printModuleTimes(times, Long.parseLong(fields[2]));
    }
    IO.println("%-40s %8s %8d\n".formatted("all", "", cpu));
}

void printModuleTimes(Map<String, List<ClassTime>> times, long maven) {
    long tests = 0;
    for (Map.Entry<String, List<ClassTime>> module : times.entrySet()) {
        long cpu = module.getValue().stream().mapToLong(ClassTime::cpuMillis).sum() / 1000;
        IO.println("%-40s %8s %8d".formatted("    tests of " + module.getKey(), "", cpu));
        tests += cpu;
    }
    IO.println("%-40s %8s %8d".formatted("    compiler, linters, packaging", "", maven - tests));
}

void printSlowest(Map<String, List<ClassTime>> times) {
    List<ClassTime> slowest =
            times.values().stream()
                    .flatMap(List::stream)
                    .sorted(Comparator.comparingLong(ClassTime::cpuMillis).reversed())
                    .limit(20)
                    .toList();
    if (slowest.isEmpty()) return;
    IO.println("%-70s %8s %8s".formatted("the slowest test classes", "wall s", "CPU s"));
    for (ClassTime each : slowest)
        IO.println("%-70s %8.1f %8.1f".formatted(each.name(), each.wallMillis() / 1e3, each.cpuMillis() / 1e3));
    IO.println("");
}

List<Case> wronglySkipped(List<Case> cases, List<String> present) {
    return cases.stream()
            .filter(each -> each.result() == Result.SKIPPED)
            .filter(each -> present.stream().anyMatch(command -> needs(each.reason(), command)))
            .toList();
}

boolean needs(String reason, String command) {
    return (reason + " ").matches("(?s).*\\bneeds " + java.util.regex.Pattern.quote(command) + "[ ,.;:].*");
}

long count(List<Case> cases, Result result) {
    return cases.stream().filter(each -> each.result() == result).count();
}
