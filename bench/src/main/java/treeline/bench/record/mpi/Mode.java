package treeline.bench.record.mpi;

import treeline.record.Loop;

import java.util.Locale;

/// Whether the iterations of a loop are added up or kept: most of the distance between recorders
/// lies in this, so both are always shown.
enum Mode {
    SUM(Loop.SUM),
    ITER(Loop.EACH);

    final Loop loop;

    Mode(Loop loop) {
        this.loop = loop;
    }

    static Mode named(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
