package treeline.archive;

import treeline.model.Metadata;

import java.time.Instant;

/// A run as the index knows it.
///
/// @param name of its file without the ending, unlike every other
/// @param time when it ran, by which runs are ordered
/// @param branch empty where it is not known
/// @param commit empty where it is not known
public record ArchivedRun(
        String name, Instant time, String branch, String commit, Metadata metadata) {}
