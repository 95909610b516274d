package treeline.store.text.rows;

import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MappedFile;

import java.util.List;

/// An opened text of either notation: the tree and the position of each row are known, and values
/// are read on demand.
///
/// @param rows with the numbers of their nodes in the tree
public record TextSource(
        Outline outline,
        ContextPositions places,
        RowTable rows,
        List<RowSegment> segments,
        Notation notation,
        ReadReport report,
        List<MappedFile> files)
        implements ProfileSource {

    public TextSource {
        segments = List.copyOf(segments);
        files = List.copyOf(files);
    }

    @Override
    public Profile load(Slice slice) {
        Outline chosen = slice.of(outline);
        var columns = ValueLoader.columns(this, slice);
        return new Profile(chosen, new MetricTable(chosen.metrics(), columns));
    }

    @Override
    public void close() {
        files.forEach(MappedFile::close);
    }
}
