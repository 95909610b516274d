package treeline.formats.pprof;

import treeline.array.Longs;
import treeline.formats.pprof.PprofLayout.Profile;
import treeline.formats.pprof.PprofLayout.Sample;
import treeline.formats.reading.SampleCells;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads the tables of a file, then its samples. Memory grows with distinct stacks and values, not
/// with samples.
final class PprofReader {
    /// From here on a double has not every whole number.
    private static final long EXACT = 1L << 53;

    private static final long NANOS = 1_000_000_000;

    private final ReadReport.Log log = new ReadReport.Log();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final Wire wire;
    private final PprofTables tables;

    PprofReader(MappedFile file) {
        this.wire = new Wire(file);
        this.tables = new PprofTables(wire, log);
    }

    LoadedSource read() {
        tables.read();
        int[] metrics = metrics();
        var cells = new SampleCells(metrics.length);
        PprofLabels labels = addSamples(cells);
        cells.moveTo(builder, labels::contextInBuilder, metrics);
        if (tables.samples == 0) log.note("the profile has no samples", "");
        builder.metadata(metadata());
        return new LoadedSource(builder.build(), log.report());
    }

    private int[] metrics() {
        int[] handles = new int[tables.types.size()];
        List<Metric> metrics = new ArrayList<>();
        Set<Metric> known = new HashSet<>();
        for (PprofTables.Type type : tables.types) {
            String name = tables.text(type.type());
            Metric metric = metric(name.isBlank() ? "value" : name, tables.text(type.unit()));
            if (!known.add(metric))
                throw wire.malformed("sample types that differ", "two of '%s'".formatted(name));
            metrics.add(metric);
        }
        for (int i = 0; i < handles.length; i++)
            handles[i] = builder.metric(named(metrics.get(i), known));
        return handles;
    }

    private static Metric metric(String name, String unit) {
        return new Metric(name, PprofUnits.of(unit), Metric.Scope.EXCLUSIVE);
    }

    /// The time on a CPU is the time of a run, as in all other formats.
    private static Metric named(Metric metric, Set<Metric> all) {
        boolean isTime =
                metric.name().equals("cpu") && metric.unit().dimension() == Unit.Dimension.TIME;
        boolean taken = all.stream().anyMatch(each -> each.name().equals("time"));
        return isTime && !taken
                ? new Metric("time", metric.unit(), Metric.Scope.EXCLUSIVE)
                : metric;
    }

    private PprofLabels addSamples(SampleCells cells) {
        var stacks = new PprofStacks(tables, wire, builder);
        var labels = new PprofLabels(tables, wire, builder, log);
        var locations = new PackedNumbers();
        var values = new Longs();
        var ofSample = new Longs();
        wire.goTo(0);
        while (wire.next()) {
            if (wire.field() != Profile.SAMPLE) {
                wire.skip();
                continue;
            }
            locations.clear();
            values.clear();
            ofSample.clear();
            long outer = wire.enter();
            while (wire.next())
                switch (wire.field()) {
                    case Sample.LOCATION_ID -> wire.numbersInto(locations);
                    case Sample.VALUE -> wire.numbersInto(values);
                    case Sample.LABEL -> labels.readInto(ofSample);
                    default -> tables.unknown("a sample");
                }
            wire.leave(outer);
            addSample(cells, stacks.node(locations), values, labels, ofSample);
        }
        stacks.finish();
        labels.finish();
        return labels;
    }

    private void addSample(
            SampleCells cells, int node, Longs values, PprofLabels labels, Longs ofSample) {
        if (values.size() != tables.types.size())
            throw wire.malformed(
                    "a sample of %d values".formatted(tables.types.size()),
                    Integer.toString(values.size()));
        int cell = cells.of(labels.context(ofSample, node), node);
        for (int i = 0; i < values.size(); i++) {
            long value = values.at(i);
            if (value > EXACT || value < -EXACT)
                log.note("a value is rounded to 53 bits", "byte " + wire.at());
            cells.add(cell, i, (double) value);
        }
    }

    private Metadata metadata() {
        Metadata all = Metadata.NONE;
        long time = tables.facts.getOrDefault(Profile.TIME_NANOS, 0L);
        if (time != 0) {
            Instant instant =
                    Instant.ofEpochSecond(Math.floorDiv(time, NANOS), Math.floorMod(time, NANOS));
            all = all.with("time", instant.toString());
        }
        long duration = tables.facts.getOrDefault(Profile.DURATION_NANOS, 0L);
        if (duration != 0) all = all.with("duration_nanos", duration);
        long period = tables.facts.getOrDefault(Profile.PERIOD, 0L);
        if (period != 0) all = all.with("period", period);
        String type = tables.text(tables.periodType.type());
        if (!type.isEmpty())
            all = all.with("period_type", type + "/" + tables.text(tables.periodType.unit()));
        all = withText(all, PprofWriter.DEFAULT_TYPE, Profile.DEFAULT_SAMPLE_TYPE);
        all = withText(all, "doc_url", Profile.DOC_URL);
        all = withText(all, "drop_frames", Profile.DROP_FRAMES);
        all = withText(all, "keep_frames", Profile.KEEP_FRAMES);
        return withBuilds(withComments(all));
    }

    private Metadata withText(Metadata all, String key, int field) {
        String text = tables.text(tables.facts.getOrDefault(field, 0L));
        return text.isEmpty() ? all : all.with(key, text);
    }

    private Metadata withComments(Metadata all) {
        Metadata more = all;
        for (int i = 0; i < tables.comments.size(); i++) {
            String key = i == 0 ? "comment" : "comment." + (i + 1);
            more = more.with(key, tables.text(tables.comments.at(i)));
        }
        return more;
    }

    private Metadata withBuilds(Metadata all) {
        Metadata more = all;
        for (PprofTables.Module module : tables.modules) {
            String build = tables.text(module.buildId());
            if (!build.isEmpty()) more = more.with("build_id." + tables.text(module.file()), build);
        }
        return more;
    }
}
