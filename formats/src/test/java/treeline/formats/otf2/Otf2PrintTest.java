package treeline.formats.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.TestData;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Events of archives against the output of `otf2-print`, where it is installed.
class Otf2PrintTest {
    private static final Path PRINT = Path.of("/usr/bin/otf2-print");
    private static final String NONE = "none";

    private static final Pattern CLOCK =
            Pattern.compile(
                    "CLOCK_PROPERTIES +Ticks per Seconds: (\\d+), Global Offset: (\\d+),.*");
    private static final Pattern EVENT = Pattern.compile("([A-Z_]+) +(\\d+) +(\\d+) *(.*)");
    private static final Pattern REGION = Pattern.compile("Region: \"(.*)\" <\\d+>.*");
    private static final Pattern MESSAGE = Pattern.compile(".*Tag: (\\d+), Length: (\\d+).*");
    private static final Pattern COLLECTIVE =
            Pattern.compile("Operation: ([A-Z_]+),.*Sent: (\\d+), Received: (\\d+).*");

    @TempDir Path folder;

    @Test
    void anArchiveWrittenByHandIsValid() throws IOException, InterruptedException {
        SampleArchive.write(folder);
        compare(folder.resolve("traces.otf2"));
        assertThat(printed("--silent", "-Werror", folder.resolve("traces.otf2").toString()))
                .noneMatch(line -> line.contains("ERROR"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "otf2/pingpong4",
                "otf2/halo8",
                "otf2/hybrid2x4",
                "otf2/clocks4-recorded",
                "otf2/clocks4-hidden",
                "otf2/idlewave12",
                "other/otf2/ping-pong-otf2"
            })
    void callsAndOperationsAreThoseThatTheLibraryReads(String name)
            throws IOException, InterruptedException {
        compare(TestData.require(name).resolve("traces.otf2"));
    }

    /// What one location did.
    ///
    /// @param calls times and nodes
    private record Location(List<String> calls, List<String> operations, Deque<String> stack) {
        Location() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayDeque<>());
        }

        private String innermost() {
            String name = stack.peek();
            return name == null ? NONE : name;
        }

        private String sortedOperations() {
            return operations.stream().sorted().toList().toString();
        }
    }

    private void compare(Path anchor) throws IOException, InterruptedException {
        Map<Long, Location> expected = expected(anchor);
        expected.values().removeIf(location -> location.calls.isEmpty());
        assertThat(expected).isNotEmpty();
        List<Location> read = new ArrayList<>();
        try (ProfileSource source = new Otf2Format().open(Input.of(anchor))) {
            for (TraceLine line : source.traces().lines()) read.add(location(source, line));
            assertThat(source.report().isLossy()).as(source.report().toString()).isFalse();
        }
        assertThat(read.stream().map(Location::calls))
                .containsExactlyInAnyOrderElementsOf(
                        expected.values().stream().map(Location::calls).toList());
        assertThat(read.stream().map(Location::sortedOperations))
                .containsExactlyInAnyOrderElementsOf(
                        expected.values().stream().map(Location::sortedOperations).toList());
    }

    private static Location location(ProfileSource source, TraceLine line) {
        var location = new Location();
        Traces traces = source.traces();
        for (int i = 0; i < line.samples(); i++) {
            int node = line.node(i);
            String name = node == TraceLine.NO_NODE ? NONE : source.outline().tree().name(node);
            location.calls.add(line.nanos(i) + " " + name);
        }
        Operations operations = traces.interactions().of(line.context());
        for (int i = 0; i < operations.size(); i++) {
            OperationKind kind = operations.kind(i);
            if (kind == OperationKind.SEND)
                location.operations.add(
                        "send %d %d %d"
                                .formatted(
                                        operations.startedNanos(i),
                                        operations.tag(i),
                                        operations.bytesSent(i)));
            else if (kind == OperationKind.RECEIVE)
                location.operations.add(
                        "receive %d %d %d"
                                .formatted(
                                        operations.finishedNanos(i),
                                        operations.tag(i),
                                        operations.bytesSent(i)));
            else if (kind.pattern().isCollective()
                    && kind != OperationKind.FINALIZE
                    && kind != OperationKind.TEAM_BARRIER)
                location.operations.add(
                        "%s %d %d %d"
                                .formatted(
                                        kind,
                                        operations.finishedNanos(i),
                                        operations.bytesSent(i),
                                        operations.bytesReceived(i)));
        }
        return location;
    }

    private static Map<Long, Location> expected(Path anchor)
            throws IOException, InterruptedException {
        long resolution = 0;
        long offset = 0;
        for (String line : printed("-G", anchor.toString())) {
            Matcher clock = CLOCK.matcher(line);
            if (!clock.matches()) continue;
            resolution = Long.parseLong(clock.group(1));
            offset = Long.parseLong(clock.group(2));
        }
        Map<Long, Location> locations = new TreeMap<>();
        for (String line : printed(anchor.toString())) {
            Matcher event = EVENT.matcher(line);
            if (!event.matches()) continue;
            long ticks = Long.parseUnsignedLong(event.group(3)) - offset;
            long nanos =
                    BigDecimal.valueOf(ticks)
                            .multiply(BigDecimal.valueOf(1_000_000_000))
                            .divide(BigDecimal.valueOf(resolution), 0, RoundingMode.HALF_UP)
                            .longValue();
            add(
                    locations.computeIfAbsent(
                            Long.parseUnsignedLong(event.group(2)), _ -> new Location()),
                    event.group(1),
                    nanos,
                    event.group(4));
        }
        return locations;
    }

    private static void add(Location location, String type, long nanos, String rest) {
        switch (type) {
            case "ENTER" -> {
                Matcher region = REGION.matcher(rest);
                assertThat(region.matches()).as(rest).isTrue();
                location.stack.push(region.group(1));
                location.calls.add(nanos + " " + region.group(1));
            }
            case "LEAVE" -> {
                location.stack.pop();
                location.calls.add(nanos + " " + location.innermost());
            }
            case "MPI_SEND", "MPI_ISEND" -> message(location, "send", nanos, rest);
            case "MPI_RECV", "MPI_IRECV" -> message(location, "receive", nanos, rest);
            case "MPI_COLLECTIVE_END" -> {
                Matcher fields = COLLECTIVE.matcher(rest);
                assertThat(fields.matches()).as(rest).isTrue();
                location.operations.add(
                        "%s %d %s %s"
                                .formatted(
                                        fields.group(1).replace("BCAST", "BROADCAST"),
                                        nanos,
                                        fields.group(2),
                                        fields.group(3)));
            }
            default -> {}
        }
    }

    private static void message(Location location, String kind, long nanos, String rest) {
        Matcher fields = MESSAGE.matcher(rest);
        assertThat(fields.matches()).as(rest).isTrue();
        location.operations.add(
                "%s %d %s %s".formatted(kind, nanos, fields.group(1), fields.group(2)));
    }

    private static List<String> printed(String... arguments)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PRINT), "otf2-print is not installed");
        List<String> command = new ArrayList<>(List.of(PRINT.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }
}
