package treeline.formats.pprof;

import treeline.array.Longs;
import treeline.formats.pprof.PprofLayout.Label;
import treeline.formats.reading.IdNumbers;
import treeline.formats.reading.PairIndex;
import treeline.model.Context;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/// Interpretation of sample labels. Labels that identify where a sample was taken define its
/// context. Others become context labels if the samples of each context agree, otherwise node
/// labels.
final class PprofLabels {
    private static final List<String> RANK = List.of("rank", "mpi_rank", "mpi.rank");
    private static final List<String> THREAD =
            List.of(
                    "thread_id",
                    "thread id",
                    "tid",
                    "thread.id",
                    "thread",
                    "goroutine",
                    "goroutine_id",
                    "goid",
                    "thread_name",
                    "thread name",
                    "thread.name",
                    "threadname");
    private static final List<String> STREAM = List.of("stream");
    private static final List<String> REPETITION = List.of("repetition");
    private static final List<String> HOST = List.of("host", "hostname");
    private static final String SEVERAL = "several";

    /// Of a label: its key, text, number and unit.
    private static final int PARTS = 4;

    private final PprofTables tables;

    private final Wire wire;
    private final ProfileBuilder builder;
    private final ReadReport.Log log;
    private final LabelSets sets = new LabelSets();
    private final List<Meaning> meanings = new ArrayList<>();
    private final PairIndex seen = new PairIndex(); // sets of labels at nodes
    private final long[] parts = new long[PARTS];
    private final Map<Measured, Integer> measured = new LinkedHashMap<>();
    private int[] contexts = {};
    private final Map<Integer, Long> samplesOf = new HashMap<>();
    private final Map<String, Values> others = new LinkedHashMap<>();

    /// The interpretation of a label set, and its number of samples.
    private static final class Meaning {
        final int context;
        final Map<String, String> others;
        long samples;

        Meaning(int context, Map<String, String> others) {
            this.context = context;
            this.others = others;
        }
    }

    /// The values of a label by context and by node.
    private static final class Values {
        final Map<Integer, String> ofContexts = new HashMap<>();
        final Map<Integer, Long> samples = new HashMap<>();
        final Map<Integer, String> ofNodes = new HashMap<>();
    }

    /// The context of samples as named in the file; empty if unnamed.
    private record Measured(
            String host, String rank, String thread, String stream, String repetition) {}

    PprofLabels(PprofTables tables, Wire wire, ProfileBuilder builder, ReadReport.Log log) {
        this.tables = tables;
        this.wire = wire;
        this.builder = builder;
        this.log = log;
    }

    /// Adds the label that the wire is at: its key, text, number and unit.
    void readInto(Longs labels) {
        Arrays.fill(parts, 0);
        long outer = wire.enter();
        while (wire.next())
            switch (wire.field()) {
                case Label.KEY -> parts[0] = wire.number();
                case Label.TEXT -> parts[1] = wire.number();
                case Label.NUMBER -> parts[2] = wire.number();
                case Label.NUMBER_UNIT -> parts[3] = wire.number();
                default -> tables.unknown("a label");
            }
        wire.leave(outer);
        for (long part : parts) labels.add(part);
    }

    /// Counts a sample of a node with these labels; returns a number for its context.
    int context(Longs labels, int node) {
        int set = sets.of(labels);
        if (set == meanings.size()) meanings.add(meaning(labels));
        Meaning meaning = meanings.get(set);
        meaning.samples++;
        if (meaning.others.isEmpty()) return meaning.context;
        int before = seen.size();
        if (seen.of(set, node) == before)
            meaning.others.forEach(
                    (key, text) ->
                            others.computeIfAbsent(key, _ -> new Values())
                                    .ofNodes
                                    .merge(node, text, PprofLabels::same));
        return meaning.context;
    }

    private Meaning meaning(Longs labels) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i += PARTS) {
            String key = tables.text(labels.at(i));
            String text = tables.text(labels.at(i + 1));
            if (text.isEmpty()) text = number(labels.at(i + 2), tables.text(labels.at(i + 3)));
            texts.merge(key.isBlank() ? "label" : key, text, (a, b) -> a + ", " + b);
        }
        Map<String, String> left = new LinkedHashMap<>(texts);
        var by =
                new Measured(
                        take(left, HOST),
                        part(left, RANK),
                        part(left, THREAD),
                        part(left, STREAM),
                        part(left, REPETITION));
        Integer known = measured.putIfAbsent(by, measured.size());
        return new Meaning(known == null ? measured.size() - 1 : known, left);
    }

    private static String number(long number, String unit) {
        return unit.isEmpty() ? Long.toString(number) : number + " " + unit;
    }

    private static String take(Map<String, String> texts, List<String> keys) {
        for (String key : keys) {
            String text = texts.remove(key);
            if (text != null) return text;
        }
        return "";
    }

    /// What a part is called. A label that is not a number stays, because it is a name.
    private static String part(Map<String, String> texts, List<String> keys) {
        for (String key : keys) {
            String text = texts.get(key);
            if (text == null) continue;
            if (isItsNumber(text)) texts.remove(key);
            return text;
        }
        return "";
    }

    private static boolean isItsNumber(String text) {
        return text.equals(Integer.toString(IdNumbers.count(text)));
    }

    private static String same(String known, String more) {
        return known.equals(more) ? known : SEVERAL;
    }

    /// The builder's context of one that [#context] returned; known after [#finish].
    int contextInBuilder(int context) {
        return contexts[context];
    }

    /// Numbers the contexts, and gives the labels that are not parts of them to contexts or nodes.
    void finish() {
        numberContexts();
        meanings.forEach(this::addContext);
        others.forEach(
                (key, values) -> {
                    if (agree(values)) {
                        values.ofContexts.forEach(
                                (context, text) ->
                                        builder.contextLabel(key, contexts[context], text));
                        return;
                    }
                    log.note(
                            "samples of a context differ in a label, so it becomes a node label, '"
                                    + SEVERAL
                                    + "' if samples of a node differ too",
                            key);
                    values.ofNodes.forEach((node, text) -> builder.label(key, node, text));
                });
    }

    private void numberContexts() {
        Map<String, Integer> ranks = numbers(Measured::rank);
        Map<String, Integer> threads = numbers(Measured::thread);
        Map<String, Integer> streams = numbers(Measured::stream);
        Map<String, Integer> repetitions = numbers(Measured::repetition);
        contexts =
                measured.keySet().stream()
                        .map(
                                by ->
                                        new Context(
                                                by.host,
                                                number(ranks, by.rank),
                                                number(threads, by.thread),
                                                number(streams, by.stream),
                                                number(repetitions, by.repetition)))
                        .mapToInt(builder::context)
                        .toArray();
    }

    private Map<String, Integer> numbers(Function<Measured, String> part) {
        Set<String> ids = new LinkedHashSet<>();
        for (Measured by : measured.keySet()) ids.add(part.apply(by));
        ids.remove("");
        return IdNumbers.of(ids, IdNumbers::count);
    }

    private static int number(Map<String, Integer> numbers, String id) {
        return numbers.getOrDefault(id, Context.NONE);
    }

    private void addContext(Meaning meaning) {
        samplesOf.merge(meaning.context, meaning.samples, Long::sum);
        meaning.others.forEach(
                (key, text) -> {
                    Values values = others.computeIfAbsent(key, _ -> new Values());
                    values.ofContexts.merge(meaning.context, text, PprofLabels::same);
                    values.samples.merge(meaning.context, meaning.samples, Long::sum);
                });
    }

    private boolean agree(Values values) {
        for (Map.Entry<Integer, String> each : values.ofContexts.entrySet())
            if (each.getValue().equals(SEVERAL)
                    || !Objects.equals(
                            samplesOf.get(each.getKey()), values.samples.get(each.getKey())))
                return false;
        return true;
    }
}
