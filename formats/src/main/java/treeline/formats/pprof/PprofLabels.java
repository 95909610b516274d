package treeline.formats.pprof;

import treeline.formats.pprof.PprofLayout.Label;
import treeline.formats.reading.PairIndex;
import treeline.model.Context;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What labels of samples mean. Those that say where a sample was taken make its context. All
/// others are labels of contexts where the samples of each context agree, and labels of nodes where
/// not.
final class PprofLabels {
    private static final List<String> RANK = List.of("rank", "mpi_rank", "mpi.rank");
    private static final List<String> THREAD =
            List.of("thread_id", "thread id", "tid", "thread.id", "thread");
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
    private final Map<String, Numbers> numbers = new HashMap<>();
    private final Map<Integer, Long> samplesOf = new HashMap<>();
    private final Map<String, Values> others = new LinkedHashMap<>();

    /// What a set of labels means, and how many samples have it.
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

    /// Numbers for texts that are none; a text that is a number keeps it unless another has it.
    private static final class Numbers {
        final Map<String, Integer> known = new HashMap<>();
        final Set<Integer> used = new HashSet<>();
        int next;

        int of(String text) {
            Integer number = known.get(text);
            if (number != null) return number;
            int chosen = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
            if (chosen < 0 || used.contains(chosen)) {
                while (used.contains(next)) next++;
                chosen = next;
            }
            used.add(chosen);
            known.put(text, chosen);
            return chosen;
        }
    }

    PprofLabels(PprofTables tables, Wire wire, ProfileBuilder builder, ReadReport.Log log) {
        this.tables = tables;
        this.wire = wire;
        this.builder = builder;
        this.log = log;
    }

    /// Adds the label that the wire is at: its key, text, number and unit.
    void readInto(LongList labels) {
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

    /// Counts a sample of a node with these labels; returns its context.
    int context(LongList labels, int node) {
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

    private Meaning meaning(LongList labels) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i += PARTS) {
            String key = tables.text(labels.at(i));
            String text = tables.text(labels.at(i + 1));
            if (text.isEmpty()) text = number(labels.at(i + 2), tables.text(labels.at(i + 3)));
            texts.merge(key.isBlank() ? "label" : key, text, (a, b) -> a + ", " + b);
        }
        Map<String, String> left = new LinkedHashMap<>(texts);
        String host = take(left, HOST);
        var context =
                new Context(
                        host,
                        place(left, RANK),
                        place(left, THREAD),
                        place(left, STREAM),
                        place(left, REPETITION));
        return new Meaning(builder.context(context), left);
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

    /// The number of a place; what is called otherwise in the file stays as a label.
    private int place(Map<String, String> texts, List<String> keys) {
        for (String key : keys) {
            String text = texts.get(key);
            if (text == null) continue;
            int number = numbers.computeIfAbsent(keys.getFirst(), _ -> new Numbers()).of(text);
            if (text.equals(Integer.toString(number))) texts.remove(key);
            return number;
        }
        return Context.NONE;
    }

    private static String same(String known, String more) {
        return known.equals(more) ? known : SEVERAL;
    }

    /// Writes the labels that are not places to contexts or nodes.
    void finish() {
        meanings.forEach(this::addContext);
        others.forEach(
                (key, values) -> {
                    if (agree(values)) {
                        values.ofContexts.forEach(
                                (context, text) -> builder.contextLabel(key, context, text));
                        return;
                    }
                    log.note(
                            "samples of a context differ in a label, so it is a label of nodes, '"
                                    + SEVERAL
                                    + "' where those of a node differ too",
                            key);
                    values.ofNodes.forEach((node, text) -> builder.label(key, node, text));
                });
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
