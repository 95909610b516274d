package treeline.store.text.rows;

import treeline.source.files.MappedFile;

/// Rows of one file whose value lists start at the same context: a whole file, or one of the
/// sub-files concatenated in it.
public record RowSegment(MappedFile file, int firstPlace) {}
