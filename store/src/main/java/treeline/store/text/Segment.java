package treeline.store.text;

import treeline.source.MappedFile;

/// Rows of one file whose lists start at the same place: all of a file, or one of the sub-files
/// that were put into it.
record Segment(MappedFile file, int firstPlace) {}
