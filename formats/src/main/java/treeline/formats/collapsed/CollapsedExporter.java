package treeline.formats.collapsed;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.NodeSamples;
import treeline.formats.writing.WholeValues;
import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/// Exporter of collapsed stacks: one line `main;solve;norm 120` per call path and context, default
/// metric only. If there are several contexts, the first frame names the context.
public final class CollapsedExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of("collapsed", ".collapsed", Trait.CONTEXTS)
                .withExtension(".folded");
    }

    @Override
    public long valuesWritten(Profile profile) {
        return counted(NodeSamples.ofUsual(profile), CollapsedExporter::isWritten);
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        NodeSamples samples = NodeSamples.ofUsual(profile);
        long zeros = counted(samples, (whole, value) -> !Double.isNaN(value) && whole == 0);
        var left =
                new ExportLoss(profile)
                        .otherMetrics(samples)
                        .notPositive(samples)
                        .add(
                                zeros > 0,
                                String.format(
                                        Locale.ROOT,
                                        "values that are 0 or rounded to 0 (%,d)",
                                        zeros))
                        .nodeLabels(Set.of())
                        .metadata()
                        .kinds(EnumSet.noneOf(treeline.model.Frame.Kind.class))
                        .places()
                        .modules()
                        .sameSiblings()
                        .withoutValues(samples)
                        .add(
                                profile.contexts().size() > 1,
                                "contexts as such: they become the first frames")
                        .add(
                                profile.tree().frames().stream()
                                        .anyMatch(
                                                frame -> !clean(frame.name()).equals(frame.name())),
                                "some characters of names (; and line ends)");
        for (var metric : samples.metrics())
            left.add(
                    true,
                    "names and units of metrics: values are %s in %s"
                            .formatted(metric.name(), WholeValues.unitName(metric)));
        return new WholeValues(samples).addLosses(left).lines();
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (Writer out = unfinished.writer()) {
                        write(profile, out);
                    }
                });
    }

    private static boolean isWritten(long whole, double value) {
        return whole > 0 && !Double.isInfinite(value);
    }

    private interface Condition {
        boolean holds(long whole, double value);
    }

    private static long counted(NodeSamples samples, Condition condition) {
        var whole = new WholeValues(samples);
        var count = new LongAdder();
        samples.forEach(
                (_, _, values) -> {
                    if (condition.holds(whole.of(0, values[0]), values[0])) count.increment();
                });
        return count.sum();
    }

    private static void write(Profile profile, Writer out) throws IOException {
        NodeSamples samples = NodeSamples.ofUsual(profile);
        var whole = new WholeValues(samples);
        boolean several = profile.contexts().size() > 1;
        String[] names =
                profile.tree().frames().stream()
                        .map(frame -> clean(frame.name()))
                        .toArray(String[]::new);
        samples.forEach(
                (node, context, values) -> {
                    long value = whole.of(0, values[0]);
                    if (!isWritten(value, values[0])) return;
                    if (several) {
                        out.write(clean(profile.contexts().get(context).toString()));
                        out.write(';');
                    }
                    out.write(stack(profile.tree(), node, names));
                    out.write(' ');
                    out.write(Long.toString(value));
                    out.write('\n');
                });
    }

    private static String stack(CallTree tree, int node, String[] names) {
        List<String> path = new ArrayList<>();
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            path.add(names[tree.frameIndex(at)]);
        return String.join(";", path.reversed());
    }

    private static String clean(String name) {
        return name.replace(';', ':').replace('\n', ' ').replace('\r', ' ');
    }
}
