package treeline.formats.slices;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/// Operations of one thread or stream as columns, in the numbering of the reader. Contexts are
/// known, and launches resolved, once the file was read.
final class OperationDrafts {
    private final List<OperationKind> kind = new ArrayList<>();
    private final Ints node = new Ints(8);
    private final Ints launch = new Ints(8);
    private final Longs begin = new Longs(8);
    private final Longs end = new Longs(8);
    private final Longs bytes = new Longs(8);

    /// @param launchAt the launch of device work, or the number by which device work would name
    ///   this call
    void add(OperationKind of, int nodeAt, int launchAt, long begins, long ends, long moved) {
        kind.add(of);
        node.add(nodeAt);
        launch.add(launchAt);
        begin.add(begins);
        end.add(ends);
        bytes.add(moved);
    }

    int size() {
        return kind.size();
    }

    OperationKind kind(int draft) {
        return kind.get(draft);
    }

    int launch(int draft) {
        return launch.at(draft);
    }

    long begin(int draft) {
        return begin.at(draft);
    }

    long end(int draft) {
        return end.at(draft);
    }

    /// Adds one of them.
    ///
    /// @param posted start of the launching call
    /// @param started end of the launching call
    void moveTo(
            Operations.Builder operations,
            int draft,
            IntUnaryOperator nodeAt,
            int peer,
            int tag,
            long posted,
            long started) {
        operations.add(
                kind(draft), nodeAt.applyAsInt(node.at(draft)), peer, Operations.ABSENT, tag);
        operations.call(posted, begin.at(draft), end.at(draft));
        operations.within(started, end.at(draft));
        operations.bytes(bytes.at(draft), 0);
    }
}
