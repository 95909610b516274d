package treeline.store.db;

import org.jspecify.annotations.Nullable;

import treeline.bytes.ByteSource;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.OutlineSections.ContextGroups;
import treeline.store.db.SectionDirectory.Section;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/// An opened database file. The outline is in memory; values are read block by block on demand.
/// Damaged blocks are skipped and reported.
public final class DatabaseSource implements ProfileSource {
    private final StoredBytes file;
    private final ReadReport.Log log = new ReadReport.Log();
    private final LongAdder bytesRead = new LongAdder();
    private final Outline outline;
    private final ContextGroups groups;
    private final @Nullable Section sums;

    /// `columns[group][metric]`, null where the section is missing or its index is damaged.
    private final @Nullable Section[][] columns;

    DatabaseSource(StoredBytes file) {
        this.file = file;
        SectionDirectory directory = SectionDirectory.of(file, log);
        Metadata metadata =
                optional(directory, Tag.METADATA, Metadata.NONE, OutlineSections::readMetadata);
        List<Frame> frames = OutlineSections.readFrames(required(directory, Tag.FRAMES));
        CallTree tree = OutlineSections.readTree(required(directory, Tag.TREE), frames);
        List<Label> labels =
                optional(
                        directory,
                        Tag.LABELS,
                        List.of(),
                        in -> OutlineSections.readLabels(in, tree.size()));
        groups = OutlineSections.readContexts(required(directory, Tag.CONTEXTS));
        List<Metric> metrics = OutlineSections.readMetrics(required(directory, Tag.METRICS));
        outline =
                new Outline(
                        tree,
                        labels,
                        groups.contexts(),
                        contextLabels(directory),
                        metrics,
                        metadata);
        columns = new Section[groups.ends().length][metrics.size()];
        placeColumns(directory);
        sums = directory.find(Tag.SUMS);
    }

    /// Only files with labels have a section of them.
    private List<Label> contextLabels(SectionDirectory directory) {
        if (!directory.names(Tag.CONTEXT_LABELS)) return List.of();
        return optional(
                directory,
                Tag.CONTEXT_LABELS,
                List.of(),
                in -> OutlineSections.readLabels(in, groups.contexts().size()));
    }

    private ByteSource required(SectionDirectory directory, Tag tag) {
        Section section = directory.find(tag);
        if (section == null)
            throw file.malformed(
                    file.size(), "a %s section".formatted(tag.text), "none that is intact");
        bytesRead.add(section.headBytes());
        return SectionDirectory.head(file, section);
    }

    private <T> T optional(
            SectionDirectory directory, Tag tag, T fallback, Function<ByteSource, T> read) {
        try {
            return read.apply(required(directory, tag));
        } catch (MalformedProfileException damaged) {
            log.lost(
                    "the %s section cannot be read".formatted(tag.text),
                    String.valueOf(damaged.getMessage()));
            return fallback;
        }
    }

    /// Sections of columns come in the order group, metric; with damaged ones between them only
    /// their index tells which they are.
    private void placeColumns(SectionDirectory directory) {
        List<Section> found =
                directory.sections().stream().filter(s -> s.tag().holdsValues()).toList();
        int metrics = outline.metrics().size();
        boolean complete = found.size() == columns.length * metrics;
        for (int i = 0; i < found.size(); i++) {
            if (complete) {
                columns[i / metrics][i % metrics] = found.get(i);
                continue;
            }
            ValueSection values = values(found.get(i));
            if (values != null) columns[values.group()][values.metric()] = found.get(i);
        }
        if (complete) return;
        for (int group = 0; group < columns.length; group++)
            for (int metric = 0; metric < metrics; metric++)
                if (columns[group][metric] == null)
                    log.lost("a section of values is missing", place(group, metric));
    }

    /// A section of values: few cells, or where its blocks are. Null if it is damaged.
    @Nullable ValueSection values(Section section) {
        bytesRead.add(DatabaseLayout.FRAME_BYTES + section.headBytes());
        try {
            return ValueSection.read(this, section);
        } catch (MalformedProfileException damaged) {
            file.requireUnchanged();
            log.lost(
                    section.tag() == Tag.FEW_CELLS
                            ? "a section of values is damaged"
                            : "the index of a section of values is damaged",
                    String.valueOf(damaged.getMessage()));
            return null;
        }
    }

    private String place(int group, int metric) {
        return "%s of %s to %s"
                .formatted(
                        outline.metrics().get(metric).name(),
                        groups.contexts().get(groups.start(group)),
                        groups.contexts().get(groups.ends()[group] - 1));
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        try {
            return read(slice);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private Profile read(Slice slice) {
        Outline chosen = slice.of(outline);
        int[] contextAt = new int[outline.contexts().size()];
        Arrays.fill(contextAt, -1);
        int next = 0;
        for (int context : slice.contexts().indexes(contextAt.length)) contextAt[context] = next++;
        List<MetricColumn> loaded = new ArrayList<>();
        for (int metric : slice.metrics().indexes(outline.metrics().size()))
            loaded.add(new ColumnLoader(this, slice, contextAt, next).load(metric));
        return new Profile(chosen, new MetricTable(chosen.metrics(), loaded));
    }

    /// A group of contexts is read together; of it, the blocks of the chosen nodes.
    @Override
    public ReadPlan plan(Slice slice) {
        int[] contexts = slice.contexts().indexes(outline.contexts().size());
        long[] values = new long[contexts.length];
        int[] blocks = new int[contexts.length];
        long bytes = 0;
        int next = 0;
        for (int group = 0; group < columns.length; group++) {
            int first = next;
            while (next < contexts.length && contexts[next] < groups.ends()[group]) next++;
            if (first == next) continue;
            var cost = new GroupCost(this, group, slice);
            bytes += cost.bytes();
            long mean = Math.ceilDiv(cost.values(), next - first);
            Arrays.fill(values, first, next, Math.min(mean, cost.ofContext()));
            Arrays.fill(blocks, first, next, group);
        }
        String way = String.format(Locale.ROOT, "groups of contexts (%,d)", columns.length);
        return ReadPlan.of(List.of(new ReadPlan.Way(way, bytes)), values, blocks);
    }

    @Override
    public boolean mayHaveIterations(Metric metric) {
        int index = outline.metrics().indexOf(metric);
        for (int group = 0; group < columns.length; group++) {
            Section section = column(group, index);
            if (section != null && mayHaveIterations(values(section))) return true;
        }
        return false;
    }

    /// A damaged index rules nothing out.
    private static boolean mayHaveIterations(@Nullable ValueSection section) {
        return switch (section) {
            case null -> true;
            case ValueSection.Together _ -> false;
            case ValueSection.InBlocks(_, BlockIndex index) -> index.iterations > 0;
        };
    }

    /// A section of sums that is damaged loses nothing: the values are there.
    @Override
    public Optional<NodeSums> sums(Metric metric) {
        if (sums == null) return Optional.empty();
        bytesRead.add(sums.headBytes());
        try {
            return SumsSection.read(
                    SectionDirectory.head(file, sums),
                    outline.metrics().indexOf(metric),
                    outline.metrics().size(),
                    outline.tree().size(),
                    outline.contexts().size());
        } catch (MalformedProfileException damaged) {
            log.note(
                    "the sums are damaged; values are read instead",
                    String.valueOf(damaged.getMessage()));
            return Optional.empty();
        }
    }

    @Override
    public long sumsBytes() {
        return sums == null ? 0 : sums.headBytes();
    }

    /// The contexts of which no value can be read, because every section of values of their group
    /// is lost: unlike contexts that measured nothing, they are unknown.
    public Set<Context> lostContexts() {
        Set<Context> lost = new HashSet<>();
        for (int group = 0; group < columns.length; group++)
            if (isLost(group))
                lost.addAll(groups.contexts().subList(groups.start(group), groups.ends()[group]));
        return lost;
    }

    private boolean isLost(int group) {
        for (Section section : columns[group])
            if (section != null && values(section) != null) return false;
        return columns[group].length > 0;
    }

    @Nullable Section column(int group, int metric) {
        return columns[group][metric];
    }

    ContextGroups groups() {
        return groups;
    }

    StoredBytes file() {
        return file;
    }

    /// Reads blocks that lie one behind the other and counts them.
    void read(ByteSource into, long offset, int length) {
        bytesRead.add(length);
        into.load(offset, length);
    }

    void lost(String reason, String place) {
        file.requireUnchanged();
        log.lost(reason, place);
    }

    /// How many bytes of the file were read so far: outline, indexes and blocks. Shows that slices
    /// are cheap.
    public long bytesRead() {
        return bytesRead.sum();
    }

    @Override
    public ReadReport report() {
        return log.report();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
