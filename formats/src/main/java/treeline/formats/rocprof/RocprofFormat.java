package treeline.formats.rocprof;

import treeline.formats.reading.JsonShape;
import treeline.formats.reading.SqliteFile;
import treeline.formats.reading.SqliteHeader;
import treeline.formats.slices.GpuSliceKind;
import treeline.formats.slices.SliceClock;
import treeline.formats.slices.SliceFacts;
import treeline.formats.slices.SliceFile;
import treeline.formats.slices.SliceProfile;
import treeline.model.Metadata;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Traces of rocprofv3: the CSV files of a folder, one of them, or JSON.
public final class RocprofFormat extends NamedFormat {
    private static final SliceClock CLOCK = new SliceClock(Unit.NANOSECONDS, 1, 0);

    public RocprofFormat() {
        super("rocprof", "rocprofv3 traces of AMD GPUs (CSV folder, JSON)");
    }

    /// A file of a run.
    ///
    /// @param content empty for JSON
    private record RunFile(Path path, Optional<RocprofCsv.Content> content) {}

    @Override
    public Match sniff(Input input) throws IOException {
        boolean isDatabase = input.files().size() == 1 && isDatabase(input);
        return isDatabase || !files(input).isEmpty() ? Match.CERTAIN : Match.NO;
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return !files(folder).isEmpty();
    }

    private static List<RunFile> files(Input input) throws IOException {
        List<RunFile> files = new ArrayList<>();
        for (Path file : input.files()) {
            byte[] prefix = input.prefix(file);
            Optional<RocprofCsv.Content> content = RocprofCsv.content(prefix);
            boolean json =
                    content.isEmpty() && JsonShape.of(prefix).fields().contains(RocprofJson.ROOT);
            if (json || content.isPresent()) files.add(new RunFile(file, content));
        }
        return files;
    }

    private static boolean isDatabase(Input input) throws IOException {
        Path file = input.files().getFirst();
        return SqliteHeader.isAtStartOf(input.prefix(file))
                && SqliteFile.matches(
                        file,
                        database -> database.has("rocpd_metadata") || database.has("rocpd_string"));
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        List<RunFile> files = files(input);
        if (files.isEmpty())
            throw MalformedProfileException.of(
                    input.name(),
                    "CSV or JSON of rocprofv3",
                    input.files().size() == 1 && isDatabase(input)
                            ? "a rocpd database; convert it with 'rocpd convert -f csv -i FILE', or"
                                    + " record with 'rocprofv3 -f json'"
                            : "other files");
        boolean both =
                files.stream().anyMatch(each -> each.content.isEmpty())
                        && files.stream().anyMatch(each -> each.content.isPresent());
        List<RunFile> read =
                both ? files.stream().filter(each -> each.content.isEmpty()).toList() : files;
        SliceFile.Reader reader =
                (_, into) -> {
                    if (both)
                        into.log().note("CSV files next to JSON of the same run are ignored", "");
                    return read(input, read, into);
                };
        return new SliceFile(read.getFirst().path, List.of(GpuSliceKind.values()), CLOCK, reader)
                .open();
    }

    private static SliceFacts read(Input input, List<RunFile> files, SliceProfile into)
            throws IOException {
        var records = new RocprofRecords(into);
        var csv = new RocprofCsv(records);
        for (RunFile file : files) {
            if (file.content.isPresent()) csv.read(file.path, file.content.get());
            else new RocprofJson(records).read(file.path);
        }
        if (records.isEmpty())
            throw MalformedProfileException.of(
                    input.name(),
                    "kernels, copies or calls",
                    "none; record with 'rocprofv3 --sys-trace'");
        return records.facts(Metadata.NONE);
    }
}
