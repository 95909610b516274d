package treeline.record.overhead;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/// A set of event names as an open-addressing hash table that compares by identity. Names of
/// instrumented methods are interned constants, and a look-up takes about a nanosecond, which keeps
/// a muted call close to one that is not instrumented.
public final class MutedNames {
    private final @Nullable String[] table;
    private final Set<String> names;
    private final boolean isRepeated;

    public MutedNames(Collection<String> names) {
        this(names, false);
    }

    /// The names that are muted.
    ///
    /// @param isRepeated whether each muted call does its work twice, which shows its cost
    public MutedNames(Collection<String> names, boolean isRepeated) {
        this.isRepeated = isRepeated;
        this.names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
        this.table = new String[Integer.highestOneBit(4 * names.size() + 4)];
        for (String name : this.names) table[free(name)] = name;
    }

    private int free(String name) {
        int at = name.hashCode() & (table.length - 1);
        while (table[at] != null) at = (at + 1) & (table.length - 1);
        return at;
    }

    /// The code of a name, or -1 if it is not in the set.
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // see above
    public int codeOf(String name) {
        int last = table.length - 1;
        for (int at = name.hashCode() & last; ; at = (at + 1) & last) {
            String found = table[at];
            if (found == name) return at;
            if (found == null) return -1;
        }
    }

    /// The name that has a code.
    public String nameOf(int code) {
        String name = table[code];
        if (name == null) throw new IllegalArgumentException("no name has code " + code);
        return name;
    }

    public boolean isRepeated() {
        return isRepeated;
    }

    /// In the order given.
    public Set<String> names() {
        return names;
    }
}
