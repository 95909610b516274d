package treeline.record.mpi;

import treeline.record.CommunicatorException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Small programs that [MpiTest] starts as processes of their own, each by its name.
final class Scenarios {
    private Scenarios() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "greet" -> greet(Mpi.world());
            case "worldOrSerial" -> greet(Mpi.worldOrSerial());
            case "initialisedBefore" -> initialisedBefore(Integer.parseInt(arguments[1]));
            case "reopened" -> reopened(Integer.parseInt(arguments[1]));
            case "finalizedBefore" -> finalizedBefore();
            case "twice" -> twice();
            case "badTag" -> badTag();
            case "cut" -> cut();
            case "nullReference" -> nullReference();
            case "fail" -> fail();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void greet(Comm world) {
        try (world) {
            System.out.println(world + ", sum " + world.allreduce(1L, Reduction.SUM));
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
    }

    /// The program has MPI already, with 1 `FUNNELED` or 3 `MULTIPLE` as Open MPI counts, and keeps
    /// it afterwards.
    private static void initialisedBefore(int level) throws InterruptedException {
        MpiLibrary library = MpiSearch.ofProcess().load().orElseThrow();
        initialise(library, level);
        try (Comm world = Mpi.world()) {
            world.send(new byte[10_000], (world.rank() + 1) % world.size(), 0);
            world.receive((world.rank() + world.size() - 1) % world.size(), 0);
            System.out.println("here sum " + world.allreduce(1L, Reduction.SUM));
            Thread other = Thread.ofPlatform().name("other").start(() -> tryFrom(world));
            other.join();
        }
        System.out.println("finalized " + library.integer(Call.FINALIZED));
        library.call(Call.FINALIZE);
    }

    /// Each world is given back by one of the next.
    private static void reopened(int times) {
        MpiLibrary library = MpiSearch.ofProcess().load().orElseThrow();
        initialise(library, 3);
        for (int i = 0; i < times; i++)
            try (Comm world = Mpi.world()) {
                world.duplicate().close();
            }
        System.out.println("opened " + times);
        library.call(Call.FINALIZE);
    }

    private static void initialise(MpiLibrary library, int level) {
        try (Arena arena = Arena.ofConfined()) {
            library.call(
                    Call.INIT_THREAD,
                    MemorySegment.NULL,
                    MemorySegment.NULL,
                    level,
                    arena.allocate(ValueLayout.JAVA_INT));
        }
    }

    private static void finalizedBefore() {
        MpiLibrary library = MpiSearch.ofProcess().load().orElseThrow();
        initialise(library, 3);
        Comm world = Mpi.world();
        library.call(Call.FINALIZE);
        try {
            world.barrier();
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
        world.close();
    }

    private static void tryFrom(Comm world) {
        try {
            System.out.println("there sum " + world.allreduce(1L, Reduction.SUM));
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
    }

    private static void twice() {
        Comm world = Mpi.world();
        try (Comm second = Mpi.world()) {
            System.out.println("second sum " + second.allreduce(1L, Reduction.SUM));
        }
        System.out.println("first sum " + world.allreduce(1L, Reduction.SUM));
        world.close();
        try {
            world.barrier();
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
        try {
            Mpi.world();
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
    }

    /// Nobody waits for a message that is sent, so its failure is told by the next call.
    private static void badTag() throws InterruptedException {
        try (Comm world = Mpi.world()) {
            ((MpiCommunicator) world).messages.send(new byte[1], 0, Integer.MAX_VALUE);
            Thread.sleep(100);
            try {
                world.barrier();
            } catch (CommunicatorException told) {
                System.out.println(told.getMessage());
            }
            world.barrier();
            System.out.println("goes on");
        }
    }

    /// Of two messages that are received together the first is longer than its buffer and fails,
    /// and the second comes later.
    private static void cut() throws InterruptedException {
        long bytes = MpiSearch.ofProcess().load().orElseThrow().constant(Constant.BYTE);
        try (Comm world = Mpi.world();
                var buffers = new NativeBuffers()) {
            var comm = (MpiCommunicator) world;
            long handle = comm.own.handle();
            MemorySegment first = buffers.zero(100);
            MemorySegment second = buffers.zero(10);
            if (world.rank() == 1) {
                second.fill((byte) 42);
                comm.funnel.complete(Call.SEND, first, 100, bytes, 0, 7, handle);
                Thread.sleep(200);
                comm.funnel.complete(Call.SEND, second, 10, bytes, 0, 8, handle);
            } else
                try {
                    comm.funnel.completeAll(
                            Call.RECEIVE,
                            List.of(
                                    new Object[] {first, 10, bytes, 1, 7, handle},
                                    new Object[] {second, 10, bytes, 1, 8, handle}));
                } catch (CommunicatorException told) {
                    System.out.println(
                            told.getMessage() + ", then " + second.get(ValueLayout.JAVA_BYTE, 9));
                }
            System.out.println("afterwards sum " + world.allreduce(1L, Reduction.SUM));
        }
    }

    /// The JVM notices a null reference by a signal, which libraries under MPI like to take.
    private static void nullReference() {
        try (Comm world = Mpi.world()) {
            int noticed = 0;
            for (int i = 0; i < 20_000; i++) noticed += lengthOf(i % 2 == 0 ? null : "text");
            System.out.println("noticed " + noticed + " on " + world);
        }
    }

    @SuppressWarnings("NullAway")
    private static int lengthOf(@org.jspecify.annotations.Nullable String text) {
        try {
            return text.length() * 0;
        } catch (NullPointerException expected) {
            return 1;
        }
    }

    private static void fail() {
        try (Comm world = Mpi.world()) {
            if (world.rank() == 1) Runtime.getRuntime().halt(3);
            world.barrier();
        }
    }
}
