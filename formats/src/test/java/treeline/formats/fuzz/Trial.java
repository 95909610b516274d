package treeline.formats.fuzz;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.FormatContract;
import treeline.testkit.TraceLaws;
import treeline.testkit.fuzz.Subject;
import treeline.transform.Reduction;
import treeline.view.TreeRows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Reads a file as `treeline info` and `treeline tree` do. Returns normally if that gives a sound
/// profile or an error that says where; throws whatever else comes. Public, because it is made from
/// outside the class loader that it lives in.
public final class Trial implements Subject {
    private static final int MOST_METRICS_PRINTED = 8;

    private final FormatContract contract;
    private final ProfileFormat format;

    public Trial(String contractName) throws ReflectiveOperationException {
        var constructor =
                Class.forName(contractName, true, Trial.class.getClassLoader())
                        .getDeclaredConstructor();
        constructor.setAccessible(true);
        contract = (FormatContract) constructor.newInstance();
        format = contract.formatOfSamples();
    }

    @Override
    public String formatName() {
        return format.name();
    }

    @Override
    public String code() {
        return format.getClass().getPackageName() + ".";
    }

    @Override
    public List<Path> samples(Path into) throws IOException {
        return contract.samplesIn(into);
    }

    @Override
    public void read(Path file) {
        try {
            format.sniff(Input.of(file));
            check(profileOf(file));
        } catch (MalformedProfileException | IOException told) {
            String message = String.valueOf(told.getMessage());
            if (!message.contains(file.getFileName().toString())
                    && !message.contains(String.valueOf(file.getParent())))
                throw new AssertionError("an error without its file: " + told, told);
        }
    }

    private Profile profileOf(Path file) throws IOException {
        try (ProfileSource source = format.open(Input.of(file))) {
            Profile profile = source.load(Slice.everything());
            if (source.report().toString().isEmpty()) throw new AssertionError("no report");
            TraceLaws.check(source);
            return profile;
        }
    }

    private static void check(Profile profile) {
        checkTree(profile.tree());
        for (Metric metric : profile.metrics()) {
            SparseRows rows = profile.column(metric).byContext();
            for (int cell = 0; cell < rows.cells(); cell++)
                if (rows.index(cell) < 0 || rows.index(cell) >= profile.tree().size())
                    throw new AssertionError("a value of no node: " + rows.index(cell));
        }
        profile.metrics().stream().limit(MOST_METRICS_PRINTED).forEach(m -> print(profile, m));
    }

    private static void checkTree(CallTree tree) {
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            boolean inside =
                    parent == CallTree.NO_PARENT
                            || (parent < node && tree.subtreeEnd(node) <= tree.subtreeEnd(parent));
            if (!inside || tree.subtreeEnd(node) <= node)
                throw new AssertionError("node %d is not in its parent".formatted(node));
        }
    }

    private static void print(Profile profile, Metric metric) {
        for (Reduction over : Reduction.values()) {
            TreeRows tree = TreeRows.of(profile, metric, over, TreeRows.Limits.NONE);
            int nodes = tree.rows().stream().mapToInt(Trial::nodes).sum();
            if (nodes != profile.tree().size())
                throw new AssertionError(
                        "rows of %d nodes, not %d".formatted(nodes, profile.tree().size()));
        }
    }

    private static int nodes(TreeRows.Row row) {
        return switch (row) {
            case TreeRows.Shown _ -> 1;
            case TreeRows.Elided elided -> elided.nodes();
        };
    }
}
