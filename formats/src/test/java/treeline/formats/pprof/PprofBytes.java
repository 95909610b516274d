package treeline.formats.pprof;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// A pprof file written by hand: samples first, texts last, as Go does.
final class PprofBytes {
    private final WireWriter head = new WireWriter();
    private final WireWriter tables = new WireWriter();
    private final List<String> texts = new ArrayList<>(List.of(""));

    /// A program of two threads: `main` calls `solve` at line 12, in which `norm` is inlined.
    static PprofBytes solver() {
        var file = new PprofBytes();
        file.type("samples", "count").type("cpu", "nanoseconds");
        file.mapping(1, "/usr/bin/solver", "ab12");
        file.function(1, "main", "main.c", 10).function(2, "solve", "solve.c", 20);
        file.function(3, "norm", "norm.c", 5);
        file.location(1, 1, 0x100, 1, 12);
        file.location(2, 1, 0x200, 2, 25);
        file.location(3, 1, 0x300, 3, 7, 2, 26);
        file.location(4, 1, 0xdead);
        file.sample(values(2, 20), file.label("thread", "0"), 2, 1);
        file.sample(values(3, 30), file.label("thread", "0"), 3, 1);
        file.sample(values(1, 10), file.label("thread", "1"), 3, 1);
        file.sample(values(4, 40), file.label("thread", "1"), 4, 1);
        file.fact(PprofLayout.Profile.PERIOD, 10);
        return file;
    }

    int text(String text) {
        if (!texts.contains(text)) texts.add(text);
        return texts.indexOf(text);
    }

    static long[] values(long... values) {
        return values;
    }

    PprofBytes type(String type, String unit) {
        head.message(
                PprofLayout.Profile.SAMPLE_TYPE,
                new WireWriter()
                        .number(PprofLayout.ValueType.TYPE, text(type))
                        .number(PprofLayout.ValueType.UNIT, text(unit)));
        return this;
    }

    WireWriter label(String key, String value) {
        return new WireWriter()
                .number(PprofLayout.Label.KEY, text(key))
                .number(PprofLayout.Label.TEXT, text(value));
    }

    WireWriter label(String key, long number, String unit) {
        return new WireWriter()
                .number(PprofLayout.Label.KEY, text(key))
                .number(PprofLayout.Label.NUMBER, number)
                .number(PprofLayout.Label.NUMBER_UNIT, text(unit));
    }

    PprofBytes sample(long[] values, WireWriter label, long... locations) {
        return sample(values, List.of(label), locations);
    }

    PprofBytes sample(long[] values, List<WireWriter> labels, long... locations) {
        var sample = new WireWriter();
        sample.packed(PprofLayout.Sample.LOCATION_ID, locations);
        sample.packed(PprofLayout.Sample.VALUE, values);
        for (WireWriter label : labels) sample.message(PprofLayout.Sample.LABEL, label);
        head.message(PprofLayout.Profile.SAMPLE, sample);
        return this;
    }

    PprofBytes mapping(long id, String file, String build) {
        tables.message(
                PprofLayout.Profile.MAPPING,
                new WireWriter()
                        .number(PprofLayout.Mapping.ID, id)
                        .number(PprofLayout.Mapping.FILE, text(file))
                        .number(PprofLayout.Mapping.BUILD_ID, text(build)));
        return this;
    }

    PprofBytes function(long id, String name, String file, long startLine) {
        tables.message(
                PprofLayout.Profile.FUNCTION,
                new WireWriter()
                        .number(PprofLayout.Function.ID, id)
                        .number(PprofLayout.Function.NAME, text(name))
                        .number(PprofLayout.Function.FILE, text(file))
                        .number(PprofLayout.Function.START_LINE, startLine));
        return this;
    }

    /// @param sites functions and lines, innermost first
    PprofBytes location(long id, long mapping, long address, long... sites) {
        var location =
                new WireWriter()
                        .number(PprofLayout.Location.ID, id)
                        .number(PprofLayout.Location.MAPPING_ID, mapping)
                        .number(PprofLayout.Location.ADDRESS, address);
        for (int i = 0; i < sites.length; i += 2)
            location.message(
                    PprofLayout.Location.LINE,
                    new WireWriter()
                            .number(PprofLayout.Line.FUNCTION_ID, sites[i])
                            .number(PprofLayout.Line.LINE, sites[i + 1]));
        tables.message(PprofLayout.Profile.LOCATION, location);
        return this;
    }

    PprofBytes fact(int field, long number) {
        head.number(field, number);
        return this;
    }

    PprofBytes field(int field, WireWriter message) {
        head.message(field, message);
        return this;
    }

    byte[] bytes() {
        var strings = new WireWriter();
        for (String text : texts) strings.text(PprofLayout.Profile.STRING, text);
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.toBytes());
        all.writeBytes(tables.toBytes());
        all.writeBytes(strings.toBytes());
        return all.toByteArray();
    }

    byte[] gzipped() {
        var all = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(all)) {
            gzip.write(bytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return all.toByteArray();
    }
}
