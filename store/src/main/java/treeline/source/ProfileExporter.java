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

/// A writer of profiles in one form. It is not part of [ProfileFormat], because most forms are only
/// read and some are only written.
public interface ProfileExporter {

    /// The name of the form and what it holds.
    ExporterTraits traits();

    default String name() {
        return traits().name();
    }

    /// The usual ending of file names, with the dot.
    default String extension() {
        return traits().extensions().getFirst();
    }

    /// Further endings that other tools give to such files.
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

    /// Whether every profile reads back the same, except for metadata and labels of contexts. Forms
    /// of other tools do not hold everything; [#leavesOut] names what they leave out.
    default boolean readsBackTheSame() {
        return traits().has(Trait.READS_BACK_THE_SAME);
    }

    /// What of this profile has no place in the form, or changes in it, in words for people:
    /// `labels of nodes (tag)`. Empty where all of it is written.
    default List<String> leavesOut(Profile profile) {
        return List.of();
    }

    /// The same of a run with traces, where [#writesTraces].
    default List<String> leavesOut(Profile profile, Traces traces) {
        return leavesOut(profile);
    }

    /// How many values of a profile are written: those of its cells, or of iterations in a form
    /// that keeps them.
    default long valuesWritten(Profile profile) {
        return readsBackTheSame() ? profile.values().values() : profile.values().cells();
    }

    default boolean writesTraces() {
        return traits().has(Trait.TRACES);
    }

    default boolean writesParts() {
        return traits().has(Trait.PARTS);
    }

    /// Writes a source part by part to a file that appears complete or not at all, and returns how
    /// many values it has. The file reads as that of the whole profile.
    ///
    /// @param mostValues that are in memory at once, unless one context has more
    /// @param metadata what is known of the run when all of it is read
    /// @param progress is called with the number of contexts that were written
    default long exportParts(
            ProfileSource source,
            long mostValues,
            Supplier<Metadata> metadata,
            Path file,
            LongConsumer progress)
            throws IOException {
        throw new UnsupportedOperationException(name() + " is not written in parts");
    }

    /// Writes the whole profile to a file that appears complete or not at all.
    void export(Profile profile, Path file) throws IOException;

    /// Writes a profile with its traces, if the form holds them.
    ///
    /// @param traces of the source that the profile was loaded from; they may be none
    default void export(Profile profile, Traces traces, Path file) throws IOException {
        export(profile, file);
    }
}
