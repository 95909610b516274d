package treeline.model;

import java.io.Serializable;
import java.util.Objects;

/// A function, loop, line or region without its callers. The same frame under different callers is
/// one `Frame` and several nodes of the call tree. Unknown strings are empty, and an unknown line
/// is 0.
public record Frame(Kind kind, String name, String file, int line, String module)
        implements Serializable {

    /// What a frame stands for in the program; viewers group, hide and draw by it.
    public enum Kind {
        FUNCTION,
        REGION,
        LOOP,
        LINE,
        INSTRUCTION,
        KERNEL,
        THREAD,
        OTHER
    }

    /// Where the time goes that was measured while no region was open: no part of the program, but
    /// kept, so that totals are whole.
    public static final Frame OUTSIDE_REGIONS =
            new Frame(Kind.OTHER, "(outside regions)", "", 0, "");

    public Frame {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(module, "module");
        if (name.isEmpty()) throw new IllegalArgumentException("frame name is empty");
        if (line < 0) throw new IllegalArgumentException("frame line is negative: " + line);
    }

    public static Frame region(String name) {
        return new Frame(Kind.REGION, name, "", 0, "");
    }

    public static Frame function(String name) {
        return new Frame(Kind.FUNCTION, name, "", 0, "");
    }

    /// Whether this is [#OUTSIDE_REGIONS]; by its name, because folds and other tools' files do not
    /// keep the kind.
    public boolean isOutsideRegions() {
        return name.equals(OUTSIDE_REGIONS.name);
    }
}
