package treeline.formats;

import treeline.formats.caliper.CaliFormat;
import treeline.formats.caliper.CaliJsonFormat;
import treeline.formats.caliper.CaliJsonSplitFormat;
import treeline.formats.cprofile.CprofileFormat;
import treeline.formats.csv.CsvExporter;
import treeline.formats.cubex.CubexFormat;
import treeline.formats.gprof2dot.Gprof2dotFormat;
import treeline.formats.hatchet.HatchetFormat;
import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSummaryFormat;
import treeline.formats.hpctoolkitxml.HpctoolkitXmlFormat;
import treeline.formats.ncu.NcuFormat;
import treeline.formats.pyinstrument.PyinstrumentFormat;
import treeline.formats.tau.TauFormat;
import treeline.formats.thicket.ThicketFormat;
import treeline.formats.timemory.TimemoryFormat;
import treeline.source.Input;
import treeline.source.MalformedProfileException;
import treeline.source.Match;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.store.text.CompactTextExporter;
import treeline.store.text.CompactTextFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// All formats that are known, and which of them a file is. Built-ins stand here in code; others
/// come by [ServiceLoader].
public final class Formats {
    private static final List<ProfileFormat> BUILT_IN =
            List.of(
                    new DatabaseFormat(),
                    new CompactTextFormat(),
                    new CaliFormat(),
                    new CaliJsonSplitFormat(),
                    new CaliJsonFormat(),
                    new HpctoolkitFormat(),
                    new HpctoolkitSummaryFormat(),
                    new HpctoolkitXmlFormat(),
                    new CubexFormat(),
                    new TauFormat(),
                    new TimemoryFormat(),
                    new PyinstrumentFormat(),
                    new CprofileFormat(),
                    new Gprof2dotFormat(),
                    new HatchetFormat(),
                    new ThicketFormat(),
                    new NcuFormat());

    /// SpotDB may keep its runs in such a file. It holds what the .cali files of Spot hold, so
    /// there is no reader for it, but people should not have to guess.
    private static final String SQLITE = "SQLite format 3\0";

    private final List<ProfileFormat> readable;
    private final List<ProfileExporter> writable;

    /// Only these formats: for tests, and for programs that bring their own.
    public Formats(List<ProfileFormat> readable, List<ProfileExporter> writable) {
        this.readable = List.copyOf(readable);
        this.writable = List.copyOf(writable);
    }

    public static Formats all() {
        List<ProfileFormat> readable = new ArrayList<>(BUILT_IN);
        List<ProfileExporter> writable =
                new ArrayList<>(
                        List.of(
                                new DatabaseExporter(),
                                new CompactTextExporter(),
                                new CsvExporter()));
        ServiceLoader.load(ProfileFormat.class).forEach(readable::add);
        ServiceLoader.load(ProfileExporter.class).forEach(writable::add);
        return new Formats(readable, writable);
    }

    public List<ProfileFormat> readable() {
        return readable;
    }

    public List<ProfileExporter> writable() {
        return writable;
    }

    /// Opens a file, directory or glob of any known format.
    ///
    /// @throws MalformedProfileException if no format, or more than one, claims it
    public ProfileSource open(String pathOrGlob) throws IOException {
        Input input = Input.of(pathOrGlob);
        return formatOf(input).open(input);
    }

    /// Opens with the format of this name, whatever the input looks like.
    public ProfileSource open(String pathOrGlob, String formatName) throws IOException {
        return format(formatName).open(Input.of(pathOrGlob));
    }

    /// The format that claims an input: the one that is certain or, if none is, the one that finds
    /// it plausible.
    public ProfileFormat formatOf(Input input) throws IOException {
        List<ProfileFormat> certain = new ArrayList<>();
        List<ProfileFormat> plausible = new ArrayList<>();
        for (ProfileFormat format : readable) {
            switch (format.sniff(input)) {
                case Match.CERTAIN -> certain.add(format);
                case Match.PLAUSIBLE -> plausible.add(format);
                case Match.NO -> {}
            }
        }
        List<ProfileFormat> claims = certain.isEmpty() ? plausible : certain;
        if (claims.size() == 1) return claims.getFirst();
        if (claims.isEmpty())
            throw MalformedProfileException.of(
                    input.name(), "a profile (" + names(readable) + ")", contentOf(input));
        throw MalformedProfileException.of(
                input.name(),
                "a profile of one format",
                "one that could be any of %s; choose with --format".formatted(names(claims)));
    }

    public ProfileFormat format(String name) {
        return readable.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no format '%s'; there are %s"
                                                .formatted(name, names(readable))));
    }

    public ProfileExporter exporter(String name) {
        return writable.stream()
                .filter(exporter -> exporter.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "'%s' cannot be written; there are %s"
                                                .formatted(name, exporterNames())));
    }

    /// The form that a file name ends in.
    public Optional<ProfileExporter> exporterFor(Path file) {
        return writable.stream()
                .filter(exporter -> file.toString().endsWith(exporter.extension()))
                .findFirst();
    }

    public String exporterNames() {
        return writable.stream()
                .map(exporter -> exporter.name() + " (" + exporter.extension() + ")")
                .collect(Collectors.joining(", "));
    }

    private static String names(List<ProfileFormat> formats) {
        return formats.stream().map(ProfileFormat::name).collect(Collectors.joining(", "));
    }

    private static String contentOf(Input input) throws IOException {
        if (input.files().isEmpty()) return "a directory without files";
        if (input.files().size() > 1)
            return "%d files of no known format".formatted(input.files().size());
        byte[] prefix = input.prefix(input.files().getFirst());
        if (prefix.length == 0) return "an empty file";
        if (new String(prefix, StandardCharsets.ISO_8859_1).startsWith(SQLITE))
            return "an SQLite database; if it is SpotDB's, open the .cali files it was made from";
        var start = new StringBuilder("a file that starts with \"");
        for (int i = 0; i < Math.min(prefix.length, 24); i++) {
            char c = (char) (prefix[i] & 0xff);
            start.append(
                    c >= ' ' && c < 127 && c != '"'
                            ? String.valueOf(c)
                            : "\\x%02x".formatted((int) c));
        }
        return start.append('"').toString();
    }
}
