package treeline.source;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// Writes profiles as files of one form. Apart from [ProfileFormat], because most forms are read
/// only and some are written only.
public interface ProfileExporter {

    String name();

    /// How file names end that mean this form, with the dot.
    String extension();

    /// Further endings that other tools give to such files.
    default List<String> otherExtensions() {
        return List.of();
    }

    /// Whether what is written is a folder, which is never there before.
    default boolean writesFolder() {
        return false;
    }

    /// Whether the run's metadata are written too; forms that are only a table have no place for
    /// them.
    default boolean keepsMetadata() {
        return true;
    }

    /// Whether what is known of contexts beside their numbers is written too.
    default boolean keepsContextLabels() {
        return true;
    }

    /// Whether values are written by context. Other forms hold one value per node, so that a
    /// profile has to have one context before it is written.
    default boolean keepsContexts() {
        return true;
    }

    /// Whether every profile reads back the same, but for what the two questions above say. Forms
    /// of other tools have no place for much of it; [#leavesOut] names what.
    default boolean readsBackTheSame() {
        return true;
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

    /// Whether the form holds what contexts did over time.
    default boolean writesTraces() {
        return false;
    }

    /// Whether a run can be written part by part, so that it need not fit into memory.
    default boolean writesParts() {
        return false;
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
