package treeline.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Name and capabilities of an output format.
///
/// @param extensions file name extensions with the dot, the default first
public record ExporterTraits(String name, List<String> extensions, Set<Trait> traits) {

    /// A capability that not every format has.
    public enum Trait {
        /// Stores run metadata.
        METADATA,
        /// Stores context labels.
        CONTEXT_LABELS,
        /// Stores values per context. Other formats store one value per node.
        CONTEXTS,
        /// Every profile is read back unchanged, except for the parts above.
        READS_BACK_THE_SAME,
        /// Stores traces.
        TRACES,
        /// Can be written in parts, so a run need not fit into memory.
        PARTS,
        /// The output is a folder, which must not exist.
        FOLDER
    }

    public ExporterTraits {
        extensions = List.copyOf(extensions);
        traits = Set.copyOf(traits);
    }

    public static ExporterTraits of(String name, String extension, Trait... traits) {
        return new ExporterTraits(name, List.of(extension), Set.of(traits));
    }

    /// A format that stores complete profiles.
    public static ExporterTraits lossless(String name, String extension) {
        return of(
                name,
                extension,
                Trait.METADATA,
                Trait.CONTEXT_LABELS,
                Trait.CONTEXTS,
                Trait.READS_BACK_THE_SAME);
    }

    /// A copy with an additional extension.
    public ExporterTraits withExtension(String other) {
        var all = new ArrayList<>(extensions);
        all.add(other);
        return new ExporterTraits(name, all, traits);
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }
}
