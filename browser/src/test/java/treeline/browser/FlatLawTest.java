package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/// The page adds functions, files and modules up as `treeline flat` does.
class FlatLawTest {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE);
    private static final int SEEDS = 200;
    private static final int RANKS = 3;
    private static final List<Frame.Kind> KINDS =
            List.of(
                    Frame.Kind.FUNCTION,
                    Frame.Kind.FUNCTION,
                    Frame.Kind.LOOP,
                    Frame.Kind.LINE,
                    Frame.Kind.INSTRUCTION,
                    Frame.Kind.REGION);

    @Test
    void thePageAddsUpAsTheCommandDoes() throws IOException, InterruptedException {
        var text = new StringBuilder();
        var json = new JsonWriter(text).array();
        for (int seed = 0; seed < SEEDS; seed++) write(json, seed);
        write(json, "solver", SampleRuns.solver());
        write(json, "heat", SampleRuns.heat());
        json.end();
        Path cases = Path.of("target", "flat-cases.json");
        Files.writeString(cases, text.toString());
        var ended = Node.run(Path.of("."), List.of("src/test/js/flat-law.js", cases.toString()));
        assertThat(ended.output()).endsWith(" cases agree\n");
        assertThat(ended.code()).isZero();
    }

    private static void write(JsonWriter json, int seed) {
        var random = new Random(seed);
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        for (int rank = 0; rank < RANKS; rank++) builder.context(Context.ofRank(rank));
        int[] nodes = new int[1 + random.nextInt(40)];
        for (int i = 0; i < nodes.length; i++) {
            int parent = i == 0 || random.nextInt(12) == 0 ? -1 : nodes[random.nextInt(i)];
            nodes[i] = builder.child(parent, frame(random));
            for (int rank = 0; rank < RANKS; rank++)
                if (random.nextBoolean())
                    builder.add(time, rank, nodes[i], random.nextInt(0, 1000) / 7.0);
        }
        write(json, "seed " + seed, builder.build());
    }

    /// Few names, files and modules, so that they recur, below themselves too.
    private static Frame frame(Random random) {
        return new Frame(
                KINDS.get(random.nextInt(KINDS.size())),
                "f" + random.nextInt(5),
                random.nextInt(3) == 0 ? "" : "a%d.c".formatted(random.nextInt(2)),
                random.nextInt(3),
                random.nextInt(3) == 0 ? "" : "lib%d.so".formatted(random.nextInt(2)));
    }

    private static void write(JsonWriter json, String name, Profile profile) {
        for (Reduction over : List.of(Reduction.MEAN, Reduction.SUM))
            for (Grouping by : List.of(Grouping.FUNCTION, Grouping.FILE, Grouping.MODULE))
                write(json, name, profile, over, by);
    }

    private static void write(
            JsonWriter json, String name, Profile profile, Reduction over, Grouping by) {
        String word = by.name().toLowerCase(Locale.ROOT);
        CallTree tree = profile.tree();
        Metric metric = profile.metrics().getFirst();
        Numbers numbers = Numbers.of(profile, metric);
        json.object().name("name").value("%s %s %s".formatted(name, over, word));
        json.name("by").value(word);
        list(json, "names", tree.frames(), Frame::name);
        list(json, "files", tree.frames(), Frame::file);
        list(json, "modules", tree.frames(), Frame::module);
        list(json, "kinds", tree.frames(), each -> each.kind().name().toLowerCase(Locale.ROOT));
        json.name("frame").array();
        for (int node = 0; node < tree.size(); node++) json.value(tree.frameIndex(node));
        json.end().name("parent").array();
        for (int node = 0; node < tree.size(); node++) json.value(tree.parent(node));
        json.end().name("inclusive").array();
        for (double value : numbers.inclusive(over)) json.value(value);
        json.end().name("exclusive").array();
        for (double value : numbers.exclusive(over)) json.value(value);
        json.end().name("expected").array();
        Table flat = FlatProfile.of(profile, metric, by, over);
        for (int row = 0; row < flat.rows(); row++) {
            json.object().name("name").value(flat.column(word).text(row));
            json.name("exclusive").value(flat.real("exclusive").at(row));
            json.name("inclusive").value(flat.real("inclusive").at(row));
            json.name("nodes").value(flat.column("nodes").numbers()[row]).end();
        }
        json.end().end();
    }

    private static void list(
            JsonWriter json, String name, List<Frame> frames, Function<Frame, String> text) {
        json.name(name).array();
        frames.forEach(frame -> json.value(text.apply(frame)));
        json.end();
    }
}
