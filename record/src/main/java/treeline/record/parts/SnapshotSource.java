package treeline.record.parts;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MappedFile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// An opened part of a snapshot. Messages can only be read completely; they are read on demand and
/// not cached, because a long run leaves thousands of parts.
final class SnapshotSource implements ProfileSource {
    private final MappedFile file;
    private final ReadReport.Log log = new ReadReport.Log();
    private final Outline outline;

    SnapshotSource(MappedFile file) {
        this.file = file;
        List<String> problems = new ArrayList<>();
        this.outline = read(part -> new PartBuilder(part, problems).outline());
        for (String problem : problems) log.lost("a rank has no values", problem);
    }

    /// What a damaged message makes of its reader is no more than a sign that it is damaged.
    private <R> R read(Function<RecordingPart, R> what) {
        RecordingPart part = SnapshotFile.read(file);
        try {
            return what.apply(part);
        } catch (IndexOutOfBoundsException
                | NegativeArraySizeException
                | IllegalArgumentException
                | IllegalStateException
                | ArithmeticException odd) {
            throw file.malformed(
                    SnapshotFile.MARK.length, "values as ranks send them", odd.toString());
        }
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) {
        Profile whole = read(part -> part.profile(new ArrayList<>()));
        return slice.of(whole);
    }

    @Override
    public ReadReport report() {
        return log.report();
    }

    @Override
    public void close() {
        file.close();
    }
}
