package treeline.formats.slices;

import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// Operations of one thread or stream as columns, in the numbering of the reader. Contexts are
/// known, and launches resolved, once the file was read.
final class OperationDrafts {
    private OperationKind[] kind = new OperationKind[8];
    private int[] node = new int[8];
    private int[] launch = new int[8];
    private long[] begin = new long[8];
    private long[] end = new long[8];
    private long[] bytes = new long[8];
    private int size;

    /// @param launchAt the launch of device work, or the number by which device work would name
    ///   this call
    void add(OperationKind of, int nodeAt, int launchAt, long begins, long ends, long moved) {
        if (size == kind.length) grow();
        kind[size] = of;
        node[size] = nodeAt;
        launch[size] = launchAt;
        begin[size] = begins;
        end[size] = ends;
        bytes[size++] = moved;
    }

    private void grow() {
        int capacity = size * 2;
        kind = Arrays.copyOf(kind, capacity);
        node = Arrays.copyOf(node, capacity);
        launch = Arrays.copyOf(launch, capacity);
        begin = Arrays.copyOf(begin, capacity);
        end = Arrays.copyOf(end, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
    }

    int size() {
        return size;
    }

    OperationKind kind(int draft) {
        return kind[draft];
    }

    int launch(int draft) {
        return launch[draft];
    }

    long begin(int draft) {
        return begin[draft];
    }

    long end(int draft) {
        return end[draft];
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
        operations.add(kind(draft), nodeAt.applyAsInt(node[draft]), peer, Operations.ABSENT, tag);
        operations.call(posted, begin[draft], end[draft]);
        operations.within(started, end[draft]);
        operations.bytes(bytes[draft], 0);
    }
}
