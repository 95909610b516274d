package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.app.Session;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRuns;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.testkit.DirectNumbers;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The same question has one answer, whether the terminal, a program or the dashboard asks: what
/// commands print and what the server answers about random runs is what the definition gives.
class EveryScreenTest {
    private static final Pattern VALUE =
            Pattern.compile("\\{\"node\": (\\d+),.*?\"value\": ([^,}]+)");
    private static final Pattern EXCLUSIVE = Pattern.compile("\"exclusive\": ([^\",}]+)");
    private static final Pattern TOTAL = Pattern.compile("\"total\": ([^,\n}]+)");

    @TempDir Path folder;
    private final Session session = Session.plain();

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 40, 60, 80, 100})
    void commandsAndAnswersGiveTheNumbersOfTheDefinition(int first) throws IOException {
        for (int seed = first; seed < first + 20; seed++) {
            Profile profile = RandomContexts.of(seed);
            Metric metric = profile.metrics().getFirst();
            DirectNumbers direct = DirectNumbers.of(profile, metric);
            if (!isMeasured(profile, direct)) continue;
            Path file = folder.resolve("run%d.mem".formatted(seed));
            session.formats().exporter("database").export(profile, file);
            double total = total(profile, direct);
            for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE))
                assertTree(file, profile, direct, scope, total);
            assertFlat(file, total);
            assertAnswers(file, profile, direct);
        }
    }

    private static boolean isMeasured(Profile profile, DirectNumbers direct) {
        return IntStream.range(0, profile.tree().size())
                .anyMatch(node -> direct.isMeasured(Scope.INCLUSIVE, node));
    }

    private static double total(Profile profile, DirectNumbers direct) {
        double total = 0;
        for (int root : profile.tree().children(CallTree.NO_PARENT))
            if (direct.isMeasured(Scope.INCLUSIVE, root))
                total += direct.value(Scope.INCLUSIVE, root);
        return total;
    }

    private void assertTree(
            Path file, Profile profile, DirectNumbers direct, Scope scope, double total) {
        String name = "time:" + scope.name().toLowerCase(Locale.ROOT);
        String json = said("tree", file.toString(), "--metric", name, "--json");
        same(number(TOTAL, json), total, file);
        Map<Integer, Double> shown = new HashMap<>();
        Matcher row = VALUE.matcher(json);
        while (row.find()) shown.put(Integer.parseInt(row.group(1)), parsed(row.group(2)));
        assertThat(shown).hasSize(profile.tree().size());
        shown.forEach((node, value) -> same(value, direct.value(scope, node), file));
    }

    private void assertFlat(Path file, double total) {
        for (String by : List.of("function", "name", "activity", "tag", "line")) {
            String json = said("flat", file.toString(), "--by", by, "--json");
            double sum = 0;
            Matcher row = EXCLUSIVE.matcher(json);
            while (row.find()) {
                double value = parsed(row.group(1));
                if (!Double.isNaN(value)) sum += value;
            }
            same(sum, total, file);
            same(number(TOTAL, json), total, file);
        }
    }

    private void assertAnswers(Path file, Profile profile, DirectNumbers direct)
            throws IOException {
        try (var runs = new OpenRuns(session.formats())) {
            assertThat(runs.open(file.toString(), Optional.empty())).isEmpty();
            var answers = new Answers(runs, "");
            int nodes = profile.tree().size();
            double[] values = reals(answers.of("values", "run=0&metric=time&over=mean"), 2 * nodes);
            for (int node = 0; node < nodes; node++) {
                same(values[node], direct.value(Scope.INCLUSIVE, node), file);
                same(values[nodes + node], direct.value(Scope.EXCLUSIVE, node), file);
            }
            Locations places = Locations.defaultFor(profile.outline());
            if (places.by() != Locations.By.RANK) return;
            for (int node = 0; node < nodes; node++) {
                String query = "run=0&metric=time&scope=exclusive&nodes=" + node;
                double[] ofRanks = reals(answers.of("ranks", query), places.size());
                for (int rank = 0; rank < ofRanks.length; rank++)
                    same(
                            Double.isNaN(ofRanks[rank]) ? 0 : ofRanks[rank],
                            direct.ofProcess(Scope.EXCLUSIVE, node, places.place(rank)),
                            file);
            }
        }
    }

    private static double[] reals(Response answer, int count) {
        ByteBuffer bytes = ByteBuffer.wrap(answer.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int header = Math.ceilDiv(Integer.BYTES + bytes.getInt(0), 8) * 8;
        double[] values = new double[count];
        bytes.slice(header, count * Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer()
                .get(values);
        return values;
    }

    private String said(String... words) {
        Session.Answer answer = session.run(words);
        assertThat(answer.err()).isEmpty();
        return answer.out();
    }

    private static double number(Pattern pattern, String json) {
        Matcher found = pattern.matcher(json);
        assertThat(found.find()).isTrue();
        return parsed(found.group(1));
    }

    private static double parsed(String text) {
        return text.equals("null") ? Double.NaN : Double.parseDouble(text);
    }

    private static void same(double shown, double direct, Path file) {
        if (Double.isNaN(direct)) assertThat(shown).as("%s", file).isNaN();
        else
            assertThat(shown)
                    .as("%s", file)
                    .isCloseTo(direct, within(1e-9 * Math.max(1, Math.abs(direct))));
    }
}
