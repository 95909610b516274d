package treeline.browser;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.single.HotPath;
import treeline.table.JsonWriter;
import treeline.transform.Callers;
import treeline.transform.NodeMapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;

/// Seeded call trees, what was done to them, and what the analyses make of it: names, shape and
/// values. The page folds trees too, while the user waits, and must come to the same.
final class FoldCases {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE);
    private static final int NAMES = 5;
    private static final int MOST_NODES = 40;
    private static final int RANKS = 3;
    private static final List<Kind> FOLDS =
            List.of(Kind.HIDE, Kind.FOCUS, Kind.MERGE, Kind.COLLAPSE);

    private final Random random;
    private final JsonWriter json;

    private FoldCases(long seed, JsonWriter json) {
        this.random = new Random(seed);
        this.json = json;
    }

    enum Kind {
        HIDE,
        FOCUS,
        MERGE,
        COLLAPSE,
        INVERT
    }

    /// @param row of the tree that the steps before left; -1 means every frame of the name
    private record Step(Kind kind, int row, String name) {}

    /// A list of cases for each seed from 0: no step, each kind by row and by name, and two steps.
    static String of(int seeds) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).array();
        for (int seed = 0; seed < seeds; seed++) new FoldCases(seed, json).write(seed);
        json.end();
        return text.toString();
    }

    private void write(int seed) {
        Profile profile = profile();
        writeCase(seed, profile, 0);
        writeCase(seed, profile, 0, Kind.INVERT);
        for (Kind kind : FOLDS) {
            writeCase(seed, profile, 1, kind);
            writeCase(seed, profile, 0, kind);
            writeCase(seed, profile, random.nextInt(2), kind, Kind.INVERT);
            Kind other = FOLDS.get(random.nextInt(FOLDS.size()));
            writeCase(seed, profile, random.nextInt(4), kind, other);
        }
    }

    /// Few names, so that they recur: below themselves, beside each other, and with several lines.
    /// Cells are absent, 0 or, where a tool measured more below a node than at it, negative.
    private Profile profile() {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        for (int rank = 0; rank < RANKS; rank++) builder.context(Context.ofRank(rank));
        int size = 1 + random.nextInt(MOST_NODES);
        int[] nodes = new int[size];
        for (int i = 0; i < size; i++) {
            int parent = i == 0 || random.nextInt(12) == 0 ? -1 : nodes[random.nextInt(i)];
            nodes[i] =
                    random.nextInt(4) == 0
                            ? builder.newChild(parent, frame())
                            : builder.child(parent, frame());
        }
        for (int node : Arrays.stream(nodes).distinct().toArray())
            for (int rank = 0; rank < RANKS; rank++)
                if (random.nextBoolean()) builder.add(time, rank, node, value());
        return builder.build();
    }

    private Frame frame() {
        String name = "f" + random.nextInt(NAMES);
        return random.nextInt(4) > 0
                ? Frame.region(name)
                : new Frame(Frame.Kind.FUNCTION, name, "a.c", 1 + random.nextInt(2), "");
    }

    private double value() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> -random.nextInt(1, 20) / 7.0;
            default -> random.nextInt(1, 1000) / 7.0;
        };
    }

    /// @param byRow a bit for each step: whether it speaks of a row instead of a name
    private void writeCase(int seed, Profile profile, int byRow, Kind... kinds) {
        List<Step> steps = new ArrayList<>();
        Profile folded = profile;
        for (int i = 0; i < kinds.length; i++) {
            CallTree tree = folded.tree();
            if (tree.size() == 0) return;
            int row = random.nextInt(tree.size());
            var step = new Step(kinds[i], (byRow >> i & 1) == 1 ? row : -1, tree.name(row));
            steps.add(step);
            folded = step.kind() == Kind.INVERT ? folded : folded(folded, step);
        }
        boolean inverted = kinds.length > 0 && kinds[kinds.length - 1] == Kind.INVERT;
        json.object().name("name").value("seed %d: %s".formatted(seed, steps));
        json.name("steps").array();
        steps.forEach(this::write);
        json.end();
        writeTree("given", profile, profile.column(TIME.in(Scope.INCLUSIVE)));
        if (inverted) writeCallers(folded);
        else writeTree("expected", folded, folded.column(TIME.in(Scope.INCLUSIVE)));
        json.end();
    }

    private void write(Step step) {
        json.object().name("kind").value(step.kind().name().toLowerCase(Locale.ROOT));
        if (step.row() >= 0) json.name("row").value(step.row());
        else json.name("name").value(step.name());
        json.end();
    }

    private static Profile folded(Profile profile, Step step) {
        CallTree tree = profile.tree();
        IntPredicate chosen =
                node -> step.row() < 0 ? tree.name(node).equals(step.name()) : node == step.row();
        BitSet inside = subtrees(tree, chosen);
        NodeMapping fold =
                switch (step.kind()) {
                    case HIDE -> NodeMapping.keeping(tree, node -> !inside.get(node));
                    case FOCUS ->
                            step.row() < 0
                                    ? NodeMapping.keeping(tree, inside::get)
                                    : NodeMapping.subtree(tree, step.row());
                    case MERGE -> NodeMapping.hiding(tree, chosen);
                    case COLLAPSE ->
                            NodeMapping.hiding(
                                    tree,
                                    node ->
                                            tree.parent(node) >= 0
                                                    && inside.get(tree.parent(node)));
                    case INVERT -> throw new IllegalArgumentException("callers are no fold alone");
                };
        return fold.of(profile);
    }

    /// The chosen nodes and everything below them.
    private static BitSet subtrees(CallTree tree, IntPredicate chosen) {
        var inside = new BitSet();
        for (int node = 0; node < tree.size(); node++)
            if (chosen.test(node) || (tree.parent(node) >= 0 && inside.get(tree.parent(node))))
                inside.set(node);
        return inside;
    }

    /// The page leaves out functions without cost of their own: `counted` says which rows it has.
    private void writeCallers(Profile folded) {
        Profile callers = Callers.of(folded, TIME, Integer.MAX_VALUE);
        MetricColumn inclusive = callers.column(callers.metrics().getFirst());
        writeTree("expected", callers, inclusive);
        json.name("counted").array();
        BitSet counted = counted(folded, callers.tree());
        for (int row = 0; row < callers.tree().size(); row++) json.value(counted.get(row));
        json.end();
    }

    private static BitSet counted(Profile folded, CallTree callers) {
        double[] own = sums(folded.column(TIME));
        var counted = new BitSet();
        for (int node = 0; node < own.length; node++) {
            if (Double.isNaN(own[node]) || own[node] == 0) continue;
            int row = CallTree.NO_PARENT;
            for (int up = node; up != CallTree.NO_PARENT; up = folded.tree().parent(up)) {
                row = child(callers, row, folded.tree().frame(up));
                counted.set(row);
            }
        }
        return counted;
    }

    private static int child(CallTree tree, int parent, Frame frame) {
        return Arrays.stream(tree.children(parent))
                .filter(node -> tree.frame(node).equals(frame))
                .findFirst()
                .orElseThrow();
    }

    private void writeTree(String name, Profile profile, MetricColumn inclusive) {
        CallTree tree = profile.tree();
        json.name(name).object().name("frames").array();
        for (Frame frame : tree.frames()) json.value(frame.name());
        json.end().name("keys").array();
        for (Frame frame : tree.frames()) json.value(frame.toString());
        json.end().name("frame").array();
        for (int node = 0; node < tree.size(); node++) json.value(tree.frameIndex(node));
        json.end().name("parent").array();
        for (int node = 0; node < tree.size(); node++) json.value(tree.parent(node));
        json.end();
        double[] sums = sums(inclusive);
        writeValues("inclusive", sums);
        writeValues("exclusive", exclusive(profile));
        json.name("hotPath").array();
        for (int node : HotPath.of(tree, sums, HotPath.DEFAULT_SHARE)) json.value(node);
        json.end().end();
    }

    /// Callers have inclusive values alone.
    private static double[] exclusive(Profile profile) {
        return profile.metrics().contains(TIME) ? sums(profile.column(TIME)) : new double[0];
    }

    private void writeValues(String name, double[] values) {
        json.name(name).array();
        for (double value : values) json.value(value);
        json.end();
    }

    /// Over all contexts; NaN where none has a value.
    private static double[] sums(MetricColumn column) {
        SparseRows rows = column.byNode();
        double[] sums = new double[column.nodes()];
        for (int node = 0; node < sums.length; node++) {
            double sum = rows.start(node) == rows.end(node) ? Double.NaN : 0;
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                sum += rows.value(cell);
            sums[node] = sum;
        }
        return sums;
    }
}
