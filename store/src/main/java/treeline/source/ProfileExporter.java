package treeline.source;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ExporterTraits.Trait;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// A writer for one output format. It is separate from [ProfileFormat], because most formats are
/// only read and some are only written.
public interface ProfileExporter {

    /// Name and capabilities of the format.
    ExporterTraits traits();

    default String name() {
        return traits().name();
    }

    /// The default file name extension, with the dot.
    default String extension() {
        return traits().extensions().getFirst();
    }

    /// Additional extensions that other tools use.
    default List<String> otherExtensions() {
        List<String> all = traits().extensions();
        return all.subList(1, all.size());
    }

    default boolean writesFolder() {
        return traits().has(Trait.FOLDER);
    }

    default boolean keepsMetadata() {
        return traits().has(Trait.METADATA);
    }

    default boolean keepsContextLabels() {
        return traits().has(Trait.CONTEXT_LABELS);
    }

    default boolean keepsContexts() {
        return traits().has(Trait.CONTEXTS);
    }

    /// Whether every profile is read back unchanged, except for metadata and context labels.
    /// Otherwise [#leavesOut] lists what is lost.
    default boolean readsBackTheSame() {
        return traits().has(Trait.READS_BACK_THE_SAME);
    }

    /// The parts of a profile that the format cannot store or changes, for people: `labels of nodes
    /// (tag)`. Empty if everything is written.
    default List<String> leavesOut(Profile profile) {
        return List.of();
    }

    /// For formats that store iterations, but not a sum in addition.
    static List<String> withoutSums(Profile profile) {
        return profile.values().hasMoreThanIterations()
                ? List.of("calls that were not recorded by iteration, from the sums of loops")
                : List.of();
    }

    /// The same for a run with traces, if [#writesTraces].
    default List<String> leavesOut(Profile profile, Traces traces) {
        return leavesOut(profile);
    }

    /// Number of values that are written: cells, or iterations if the format stores them.
    default long valuesWritten(Profile profile) {
        return readsBackTheSame() ? profile.values().values() : profile.values().cells();
    }

    default boolean writesTraces() {
        return traits().has(Trait.TRACES);
    }

    default boolean writesParts() {
        return traits().has(Trait.PARTS);
    }

    /// Writes a source in parts to a file, atomically, and returns the number of values. The result
    /// equals that of the whole profile.
    ///
    /// @param mostValues maximum number of values in memory, unless one context has more
    /// @param metadata metadata of the run after everything was read
    /// @param progress called with the number of contexts written
    default long exportParts(
            ProfileSource source,
            long mostValues,
            Supplier<Metadata> metadata,
            Path file,
            LongConsumer progress)
            throws IOException {
        throw new UnsupportedOperationException(name() + " is not written in parts");
    }

    /// Writes the whole profile to a file, atomically.
    void export(Profile profile, Path file) throws IOException;

    /// Writes a profile with its traces, if the format stores them.
    ///
    /// @param traces traces of the source of the profile, possibly none
    default void export(Profile profile, Traces traces, Path file) throws IOException {
        export(profile, file);
    }
}
