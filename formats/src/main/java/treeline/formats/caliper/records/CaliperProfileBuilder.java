package treeline.formats.caliper.records;

import treeline.array.IndexSort;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.files.MalformedProfileException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// Builder of a profile from a draft: lays out the tree, orders contexts, names metrics and turns
/// the record table into one sparse column per metric.
public final class CaliperProfileBuilder {
    private final ProfileDraft draft;
    private final List<Measure> measures;
    private final int[] columnOrder;

    private CaliperProfileBuilder(ProfileDraft draft) {
        this.draft = draft;
        this.measures = measures();
        this.columnOrder = mainTimeFirst();
    }

    /// Builds the source of the profile of a draft.
    ///
    /// @param name of the file or files, for messages
    public static LoadedSource source(ProfileDraft draft, String name) {
        if (draft.table.rows() == 0)
            throw MalformedProfileException.of(
                    name, "at least one record with a measured value", "none");
        IterationCells.settle(draft);
        Contexts.Files files = draft.contexts.files(draft.facts);
        var builder = new CaliperProfileBuilder(draft);
        builder.requireNames(name);
        Profile profile = builder.profile(files);
        Profile checked = InclusiveTimes.checked(profile, draft.log);
        return new LoadedSource(checked, draft.log.report(), files != Contexts.Files.ONE_RUN);
    }

    private void requireNames(String file) {
        for (int column : columnOrder)
            if (draft.measured().get(column).name().isBlank())
                throw MalformedProfileException.of(
                        file, "measured attributes with names", "one without");
    }

    private Profile profile(Contexts.Files files) {
        Map<Context, Integer> contexts = draft.contexts.resolved(files, draft.facts);
        noteWhatFilesAre(files);
        Metadata metadata = metadata(files);
        draft.labelTree();
        int[] placeOfNode = draft.tree.depthFirstPlaces();
        Profile bare = draft.tree.build();
        List<Metric> metrics = metrics();
        var outline =
                new Outline(
                        bare.tree(),
                        bare.labels(),
                        List.copyOf(contexts.keySet()),
                        draft.contexts.about.labels(contexts.values(), draft.log),
                        metrics,
                        metadata);
        return new Profile(outline, new MetricTable(metrics, columns(contexts, placeOfNode)));
    }

    private Metadata metadata(Contexts.Files files) {
        return files == Contexts.Files.REPETITIONS
                ? draft.facts.ofAllRuns(draft.log)
                : draft.facts.ofOneRun();
    }

    private void noteWhatFilesAre(Contexts.Files files) {
        switch (files) {
            case ONE_RUN -> {}
            case NUMBERED_RANKS ->
                    draft.log.note(
                            "rank numbers come from the file names", draft.contexts.firstFile());
            case REPETITIONS ->
                    draft.log.note(
                            "%d files are separate runs (%s differs); they are averaged as repetitions"
                                    .formatted(
                                            draft.contexts.fileCount(),
                                            draft.facts.differenceOfRuns().orElseThrow()),
                            "");
        }
    }

    private List<MetricColumn> columns(Map<Context, Integer> contexts, int[] placeOfNode) {
        int[] placeOfContext = new int[contexts.size()];
        int place = 0;
        for (int handle : contexts.values()) placeOfContext[handle] = place++;
        var cells = new RecordCells(draft, placeOfNode, placeOfContext);
        List<MetricColumn> columns = new ArrayList<>();
        int counts = countColumn();
        for (int column : columnOrder) {
            columns.add(cells.column(column, measures.get(column).combining(), counts));
            if (column != counts) draft.table.dropColumn(column);
        }
        return columns;
    }

    /// The column that says how many measurements a record stands for, -1 if there is none.
    private int countColumn() {
        return IntStream.range(0, draft.measured().size())
                .filter(column -> draft.measured().get(column).name().equals("count"))
                .findFirst()
                .orElse(-1);
    }

    private List<Measure> measures() {
        List<Measure> all = new ArrayList<>();
        for (CaliperAttribute attribute : draft.measured()) all.add(Measure.of(attribute));
        return all;
    }

    /// People and commands look at the first metric: the time, or its mean over ranks.
    private int[] mainTimeFirst() {
        return IndexSort.of(
                measures.size(),
                (column, other) ->
                        Integer.compare(
                                precedence(measures.get(column)), precedence(measures.get(other))));
    }

    private static int precedence(Measure measure) {
        if (measure.name().equals(Measure.TIME)) return 0;
        return measure.name().equals("Avg time/rank") ? 1 : 2;
    }

    private List<Metric> metrics() {
        Unit unstated = assumedTimeUnit();
        List<Metric> metrics = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int column : columnOrder) {
            Measure measure = measures.get(column);
            Unit unit = measure.unit() == null ? unstated : measure.unit();
            String name = freeName(taken, measure, draft.measured().get(column).name());
            metrics.add(new Metric(name, unit, measure.scope()));
        }
        return metrics;
    }

    /// Metrics differ in name or scope. If two attributes would be the same metric, or an alias is
    /// blank, the full name is used.
    private static String freeName(Set<String> taken, Measure measure, String fullName) {
        if (!measure.name().isBlank() && taken.add(measure.name() + measure.scope()))
            return measure.name();
        String name = fullName;
        for (int copy = 2; !taken.add(name + measure.scope()); copy++) name = fullName + " " + copy;
        return name;
    }

    /// Caliper's first timer counted whole microseconds; later ones print seconds with a fraction.
    /// Neither says so.
    private Unit assumedTimeUnit() {
        int[] unstated =
                Arrays.stream(columnOrder)
                        .filter(column -> measures.get(column).unit() == null)
                        .toArray();
        if (unstated.length == 0) return Unit.SECONDS;
        boolean whole =
                Arrays.stream(unstated)
                        .filter(column -> measures.get(column).combining() == Measure.Combining.SUM)
                        .allMatch(this::isWhole);
        Unit unit = whole ? Unit.of("us") : Unit.SECONDS;
        draft.log.note(
                "the file does not specify the time unit; %s assumed"
                        .formatted(whole ? "microseconds" : "seconds"),
                draft.measured().get(unstated[0]).name());
        return unit;
    }

    private boolean isWhole(int column) {
        RecordTable table = draft.table;
        boolean any = false;
        for (int row = 0; row < table.rows(); row++) {
            double value = table.value(column, row);
            if (Double.isNaN(value)) continue;
            if (value != Math.rint(value)) return false;
            any |= value != 0;
        }
        return any;
    }
}
