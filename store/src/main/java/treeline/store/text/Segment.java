package treeline.store.text.rows;

import treeline.source.files.MappedFile;

/// Rows of one file whose lists start at the same place: all of a file, or one of the sub-files
/// that were put into it.
public record RowSegment(MappedFile file, int firstPlace) {}
