package treeline.formats;

import treeline.formats.arrow.ArrowExporter;
import treeline.formats.caliper.CaliExporter;
import treeline.formats.caliper.CaliFormat;
import treeline.formats.caliper.CaliJsonFormat;
import treeline.formats.caliper.CaliJsonSplitExporter;
import treeline.formats.caliper.CaliJsonSplitFormat;
import treeline.formats.caliper.SpotFormat;
import treeline.formats.chrometrace.ChromeTraceExporter;
import treeline.formats.chrometrace.ChromeTraceFormat;
import treeline.formats.collapsed.CollapsedExporter;
import treeline.formats.collapsed.CollapsedFormat;
import treeline.formats.cprofile.CprofileFormat;
import treeline.formats.csv.CsvExporter;
import treeline.formats.csv.CsvFormat;
import treeline.formats.cubex.CubexFormat;
import treeline.formats.gprof2dot.Gprof2dotFormat;
import treeline.formats.graphviz.DotExporter;
import treeline.formats.hatchet.HatchetExporter;
import treeline.formats.hatchet.HatchetFormat;
import treeline.formats.hatchet.HatchetLiteralExporter;
import treeline.formats.hpctoolkit.HpctoolkitExporter;
import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSummaryFormat;
import treeline.formats.hpctoolkitxml.HpctoolkitXmlFormat;
import treeline.formats.jfr.JfrFormat;
import treeline.formats.ncu.NcuFormat;
import treeline.formats.nsys.NsysFormat;
import treeline.formats.otf2.Otf2Format;
import treeline.formats.parquet.ParquetExporter;
import treeline.formats.perf.PerfScriptFormat;
import treeline.formats.perfetto.PerfettoFormat;
import treeline.formats.pprof.PprofExporter;
import treeline.formats.pprof.PprofFormat;
import treeline.formats.pyinstrument.PyinstrumentFormat;
import treeline.formats.rocprof.RocprofFormat;
import treeline.formats.speedscope.SpeedscopeExporter;
import treeline.formats.speedscope.SpeedscopeFormat;
import treeline.formats.tau.TauFormat;
import treeline.formats.thicket.ThicketExporter;
import treeline.formats.thicket.ThicketFormat;
import treeline.formats.timemory.TimemoryFormat;
import treeline.source.CheckedSource;
import treeline.source.Input;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.FileName;
import treeline.source.files.MalformedProfileException;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.store.text.CompactTextExporter;
import treeline.store.text.CompactTextFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The registry of formats: built-in ones, and others found by [ServiceLoader].
public final class Formats {
    private static final List<ProfileFormat> BUILT_IN =
            List.of(
                    new DatabaseFormat(),
                    new CompactTextFormat(),
                    new CsvFormat(),
                    new CaliFormat(),
                    new CaliJsonSplitFormat(),
                    new CaliJsonFormat(),
                    new SpotFormat(),
                    new HpctoolkitFormat(),
                    new HpctoolkitSummaryFormat(),
                    new HpctoolkitXmlFormat(),
                    new CubexFormat(),
                    new TauFormat(),
                    new TimemoryFormat(),
                    new PyinstrumentFormat(),
                    new CprofileFormat(),
                    new PprofFormat(),
                    new JfrFormat(),
                    new Gprof2dotFormat(),
                    new HatchetFormat(),
                    new ThicketFormat(),
                    new NcuFormat(),
                    new NsysFormat(),
                    new CollapsedFormat(),
                    new PerfScriptFormat(),
                    new SpeedscopeFormat(),
                    new ChromeTraceFormat(),
                    new PerfettoFormat(),
                    new RocprofFormat(),
                    new Otf2Format());

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
                                new CsvExporter(),
                                new PprofExporter(),
                                new CollapsedExporter(),
                                new SpeedscopeExporter(),
                                ParquetExporter.create(),
                                ArrowExporter.create(),
                                new HpctoolkitExporter(),
                                new ChromeTraceExporter(),
                                new CaliExporter(),
                                new CaliJsonSplitExporter(),
                                new HatchetExporter(),
                                new HatchetLiteralExporter(),
                                new ThicketExporter(),
                                new DotExporter()));
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
        return open(pathOrGlob, Optional.empty()).source();
    }

    /// Opens with the format of this name, whatever the input looks like.
    public ProfileSource open(String pathOrGlob, String formatName) throws IOException {
        return open(pathOrGlob, Optional.of(formatName)).source();
    }

    /// Opens with the format of a name or, without one, with the format that it is of. Where a
    /// folder is of no format and one file in it is, that file is opened and the report names the
    /// others.
    ///
    /// @throws MalformedProfileException also if it is an ensemble, which [Runs] reads
    public Opened open(String pathOrGlob, Optional<String> formatName) throws IOException {
        Opened opened = opened(found(pathOrGlob, formatName));
        if (!opened.isEnsemble()) return opened;
        int runs = opened.source().outline().contexts().size();
        opened.source().close();
        throw MalformedProfileException.of(
                pathOrGlob,
                "one run",
                "an ensemble of %d runs; use 'treeline ensemble'".formatted(runs));
    }

    /// The runs that a path or pattern names: itself if it is one run, otherwise every file of a
    /// pattern, and every profile among the files of a directory.
    public List<String> runsOf(String pathOrGlob, Optional<String> formatName) throws IOException {
        Input input = Input.of(pathOrGlob);
        List<ProfileFormat> known =
                formatName.isPresent() ? List.of(format(formatName.get())) : readable;
        var recognition = new FormatDetection(known);
        boolean isOne =
                input.files().size() < 2
                        || (!recognition.claims(input).isEmpty()
                                && isOneRun(pathOrGlob, formatName));
        if (isOne) return List.of(pathOrGlob);
        boolean isPattern = !Files.exists(Path.of(pathOrGlob));
        Collection<Path> runs =
                isPattern ? input.files() : recognition.profilesAmong(input).keySet();
        return runs.isEmpty() ? List.of(pathOrGlob) : runs.stream().map(Path::toString).toList();
    }

    /// Whether files of one format are parts of one run.
    private boolean isOneRun(String pathOrGlob, Optional<String> formatName) throws IOException {
        try (ProfileSource together = opened(found(pathOrGlob, formatName)).source()) {
            return !together.isOfSeveralRuns();
        } catch (MalformedProfileException apart) {
            return false;
        }
    }

    /// What a user named, and the format that it is of or was said to be.
    FormatDetection.Found found(String pathOrGlob, Optional<String> formatName) throws IOException {
        Input input = Input.of(pathOrGlob);
        return formatName.isPresent()
                ? new FormatDetection.Found(input, format(formatName.get()))
                : new FormatDetection(readable).find(input);
    }

    /// A run, or an ensemble that was saved.
    Opened opened(FormatDetection.Found found) throws IOException {
        ProfileSource read = found.format().open(found.input());
        String name = found.input().name();
        var source =
                found.format() instanceof DatabaseFormat
                        ? CheckedSource.ofOurs(read, name)
                        : new CheckedSource(read, name);
        for (Path file : found.aside())
            source.note("a file is not part of the profile", file.getFileName().toString());
        for (Path file : found.skipped())
            source.note(
                    "a file is skipped: its name is " + FileName.problem(),
                    file.getFileName().toString());
        found.input()
                .absoluteName()
                .ifPresent(
                        absolute ->
                                source.reopenedBy(
                                        new ReopenedFile(absolute, found.format().name())));
        return new Opened(found.input(), found.format(), source);
    }

    /// The format that [#open] would open an input with: the one that is certain or, if none is,
    /// the one that finds it plausible.
    public ProfileFormat formatOf(Input input) throws IOException {
        return new FormatDetection(readable).find(input).format();
    }

    /// The format of a name; an `IllegalArgumentException` lists what there is.
    public ProfileFormat format(String name) {
        return readable.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no format '%s'; available: %s"
                                                .formatted(name, FormatDetection.names(readable))));
    }

    /// The form to write of a name; an `IllegalArgumentException` lists what there is.
    public ProfileExporter exporter(String name) {
        return writable.stream()
                .filter(exporter -> exporter.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "format '%s' cannot be written; available: %s"
                                                .formatted(name, exporterNames())));
    }

    /// The form that a file name ends in.
    public Optional<ProfileExporter> exporterFor(Path file) {
        return writable.stream()
                .filter(exporter -> extensions(exporter).anyMatch(file.toString()::endsWith))
                .findFirst();
    }

    private static Stream<String> extensions(ProfileExporter exporter) {
        return Stream.concat(Stream.of(exporter.extension()), exporter.otherExtensions().stream());
    }

    public String exporterNames() {
        return writable.stream()
                .map(
                        exporter ->
                                "%s (%s)"
                                        .formatted(
                                                exporter.name(),
                                                extensions(exporter)
                                                        .collect(Collectors.joining(", "))))
                .collect(Collectors.joining(", "));
    }
}
