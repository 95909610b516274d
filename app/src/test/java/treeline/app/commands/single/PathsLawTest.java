package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/// `--paths` selects nodes and changes no values: a selected node has the values that it has in the
/// whole tree, whichever scope the file stores, in memory and in parts.
class PathsLawTest extends CommandTest {
    private static final String MEMORY = "treeline.memory";
    private static final int SEEDS = 24;

    private enum Stored {
        INCLUSIVE,
        EXCLUSIVE,
        BOTH
    }

    private record Column(List<String> command, String name, String value) {}

    private static final List<Column> COLUMNS =
            List.of(
                    new Column(List.of("tree"), "name", "value:inclusive"),
                    new Column(List.of("tree", "--of=max"), "name", "value:inclusive"),
                    new Column(
                            List.of("tree", "--metric=time:exclusive"), "name", "value:exclusive"),
                    new Column(List.of("flat", "--by=name"), "name", "inclusive"),
                    new Column(List.of("flat", "--by=name", "--of=sum"), "name", "exclusive"),
                    new Column(List.of("hot-path", "--all"), "path", "value:inclusive"),
                    new Column(List.of("query", "MATCH (p)"), "name", "value:inclusive"),
                    new Column(
                            List.of("imbalance", "--metric=time:inclusive", "--threshold=0%"),
                            "path",
                            "max:inclusive"));

    private final Session real = new Session(Formats.all(), Session.PLAIN);
    private int compared;

    @AfterEach
    void enoughMemory() {
        System.clearProperty(MEMORY);
    }

    @Test
    void selectedNodesKeepTheirValues() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++)
            for (Stored stored : Stored.values()) {
                Profile profile = withUniqueNames(RandomContexts.of(seed), stored);
                Path database = folder.resolve("run.tldb");
                new DatabaseExporter().export(profile, database);
                for (Column column : COLUMNS)
                    requireSame(column, database, someNames(profile.tree(), seed), stored, seed);
                Files.delete(database);
            }
        assertThat(compared).isGreaterThan(1000);
    }

    /// Frames of equal names would be merged, and their values added.
    private static Profile withUniqueNames(Profile profile, Stored stored) {
        var builder = new ProfileBuilder();
        profile.contexts().forEach(builder::context);
        CallTree tree = profile.tree();
        for (int node = 0; node < tree.size(); node++)
            builder.newChild(
                    tree.parent(node) == CallTree.NO_PARENT
                            ? ProfileBuilder.ROOT
                            : tree.parent(node),
                    Frame.function("n%dx".formatted(node)));
        for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE)) {
            if (stored != Stored.BOTH && !stored.name().equals(scope.name())) continue;
            int metric = builder.metric(new Metric("time", Unit.SECONDS, scope));
            SparseRows rows = profile.column(profile.metrics().getFirst().in(scope)).byContext();
            for (int context = 0; context < rows.rows(); context++)
                for (int cell = rows.start(context); cell < rows.end(context); cell++)
                    if (!Double.isNaN(rows.value(cell)))
                        builder.add(metric, context, rows.index(cell), rows.value(cell));
        }
        return builder.build();
    }

    private static Set<String> someNames(CallTree tree, long seed) {
        var random = new Random(seed);
        Set<String> names = new TreeSet<>();
        for (int node = 0; node < tree.size(); node++)
            if (random.nextInt(3) == 0) names.add(tree.name(node));
        if (names.isEmpty()) names.add(tree.name(tree.size() - 1));
        return names;
    }

    private void requireSame(Column column, Path run, Set<String> names, Stored stored, long seed) {
        String query =
                "--paths=MATCH (p) WHERE p.name =~ \"(%s)\"".formatted(String.join("|", names));
        Map<String, Double> whole = values(column, run, List.of());
        for (boolean parts : List.of(false, true)) {
            if (parts) System.setProperty(MEMORY, "100");
            Map<String, Double> part = values(column, run, List.of(query));
            System.clearProperty(MEMORY);
            assertThat(names).containsAll(part.keySet());
            if (part.isEmpty() && column.command.contains("imbalance")) continue; // one place left
            boolean all = !column.command.getFirst().equals("hot-path");
            for (String name : names) {
                if (!whole.containsKey(name) || !(part.containsKey(name) || all)) continue;
                assertThat(part.getOrDefault(name, Double.NaN))
                        .as("%s of %s: %s, %s stored, seed %d", column, name, query, stored, seed)
                        .isCloseTo(whole.get(name), within(1e-9 * Math.abs(whole.get(name))));
                compared++;
            }
        }
    }

    /// The values of a column by the name of the node; a path ends in it.
    private Map<String, Double> values(Column column, Path run, List<String> options) {
        List<Object> words = new ArrayList<>(column.command);
        words.add(1, run);
        words.add("--csv");
        words.addAll(options);
        Session.Answer answer = run(real, words.toArray());
        if (answer.exitCode() != 0) return Map.of();
        List<String> lines = answer.out().lines().toList();
        List<String> head = List.of(lines.getFirst().split(","));
        Map<String, Double> values = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            String name = cells[head.indexOf(column.name)];
            String value = cells[at(head, column.value)];
            if (!value.isEmpty())
                values.put(name.substring(name.lastIndexOf('/') + 1), Double.parseDouble(value));
        }
        return values;
    }

    /// A head ends in the unit: `inclusive [s]`.
    private static int at(List<String> head, String column) {
        return head.indexOf(
                head.stream().filter(each -> each.startsWith(column)).findFirst().orElseThrow());
    }
}
