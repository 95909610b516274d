package treeline.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The name of a form that profiles are written in, and what the form holds.
///
/// @param extensions the endings of file names, with the dot, the usual one first
public record ExporterTraits(String name, List<String> extensions, Set<Trait> traits) {

    /// A part of a profile, or a way of writing, that not every form has.
    public enum Trait {
        /// The metadata of the run. Forms that are only a table do not hold them.
        METADATA,
        /// The labels of contexts, beside their numbers.
        CONTEXT_LABELS,
        /// Values by context. Other forms hold one value per node.
        CONTEXTS,
        /// Every profile reads back the same, except for the traits above.
        READS_BACK_THE_SAME,
        /// The traces of contexts.
        TRACES,
        /// A run can be written part by part, so that it need not fit into memory.
        PARTS,
        /// The output is a folder, which must not exist before.
        FOLDER
    }

    public ExporterTraits {
        extensions = List.copyOf(extensions);
        traits = Set.copyOf(traits);
    }

    public static ExporterTraits of(String name, String extension, Trait... traits) {
        return new ExporterTraits(name, List.of(extension), Set.of(traits));
    }

    /// A form that holds whole profiles.
    public static ExporterTraits lossless(String name, String extension) {
        return of(
                name,
                extension,
                Trait.METADATA,
                Trait.CONTEXT_LABELS,
                Trait.CONTEXTS,
                Trait.READS_BACK_THE_SAME);
    }

    /// The same form with an ending that other tools give to such files.
    public ExporterTraits withExtension(String other) {
        var all = new ArrayList<>(extensions);
        all.add(other);
        return new ExporterTraits(name, all, traits);
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }
}
