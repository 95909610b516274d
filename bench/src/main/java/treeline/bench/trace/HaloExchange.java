package treeline.bench.trace;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.source.trace.CallOperations;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.trace.communication.OperationSet;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The operations of a generated stencil code: in every step each rank exchanges messages with both
/// neighbours (MPI_Irecv, MPI_Isend, MPI_Waitall), and every tenth step ends with MPI_Allreduce.
///
/// @param steps two messages per rank and step
record HaloExchange(int ranks, int steps) implements Interactions {
    private static final long STEP = 1_000_000;
    private static final int ISEND = 1;
    private static final int IRECV = 2;
    private static final int WAITALL = 3;
    private static final int ALLREDUCE = 4;
    private static final int REDUCED_EVERY = 10;

    static CallTree tree() {
        return CallTree.of(
                new int[] {CallTree.NO_PARENT, 0, 0, 0, 0},
                new int[] {0, 1, 2, 3, 4},
                List.of(
                        Frame.function("main"),
                        Frame.function("MPI_Isend"),
                        Frame.function("MPI_Irecv"),
                        Frame.function("MPI_Waitall"),
                        Frame.function("MPI_Allreduce")));
    }

    Outline outline() {
        return new Outline(
                tree(),
                List.of(),
                IntStream.range(0, ranks).mapToObj(Context::ofRank).toList(),
                List.of(),
                List.of(),
                Metadata.NONE);
    }

    /// The same operations, already generated.
    Interactions inMemory(OperationSet all) {
        return new Interactions() {
            @Override
            public List<ProcessGroup> groups() {
                return all.groups();
            }

            @Override
            public Operations of(int context) {
                return all.of(context);
            }
        };
    }

    long messages() {
        return 2L * ranks * steps;
    }

    @Override
    public List<ProcessGroup> groups() {
        return List.of(new ProcessGroup("world", IntStream.range(0, ranks).boxed().toList()));
    }

    @Override
    public Operations of(int rank) {
        var random = new SplittableRandom(rank);
        var operations = new CallOperations();
        int left = (rank + ranks - 1) % ranks;
        int right = (rank + 1) % ranks;
        operations.enter(0, 0);
        for (int step = 0; step < steps; step++) {
            long time = step * STEP + random.nextInt(300_000);
            long posted = time;
            call(operations, IRECV, time, () -> operations.postReceive(posted + 1, 1));
            call(operations, IRECV, time + 10, () -> operations.postReceive(posted + 11, 2));
            call(
                    operations,
                    ISEND,
                    time + 20,
                    () -> operations.postSend(posted + 21, 3, left, 0, 7, 8192));
            call(
                    operations,
                    ISEND,
                    time + 30,
                    () -> operations.postSend(posted + 31, 4, right, 0, 8, 8192));
            long done = step * STEP + 310_000 + random.nextInt(1000);
            operations.enter(time + 40, WAITALL);
            operations.completeReceive(done, 1, left, 0, 8, 8192);
            operations.completeReceive(done, 2, right, 0, 7, 8192);
            operations.completeSend(done, 3);
            operations.completeSend(done, 4);
            operations.leave(done + 1);
            if (step % REDUCED_EVERY == 0) allreduce(operations, step, random);
        }
        return operations.build(steps * STEP);
    }

    private static void call(CallOperations operations, int node, long time, Runnable event) {
        operations.enter(time, node);
        event.run();
        operations.leave(time + 9);
    }

    private static void allreduce(CallOperations operations, int step, SplittableRandom random) {
        long time = step * STEP + 400_000 + random.nextInt(100_000);
        operations.enter(time, ALLREDUCE);
        operations.beginCollective(time + 1);
        operations.endCollective(
                step * STEP + 510_000, OperationKind.ALLREDUCE, 0, Operations.ABSENT, 8, 8);
        operations.leave(step * STEP + 510_001);
    }
}
