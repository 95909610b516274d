package treeline.record.mpi;

import treeline.record.ranks.Communicator;
import treeline.record.ranks.CommunicatorException;

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

    private static void greet(Communicator world) {
        try (world) {
            System.out.println(world + ", sum " + sum(world));
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
    }

    /// The program has MPI already, with 1 `FUNNELED` or 3 `MULTIPLE` as Open MPI counts, and keeps
    /// it afterwards.
    private static void initialisedBefore(int level) throws InterruptedException {
        MpiLibrary library = MpiSearch.ofProcess().load().orElseThrow();
        initialise(library, level);
        try (Communicator world = Mpi.world()) {
            world.gather(new byte[10_000], 0);
            System.out.println("here sum " + sum(world));
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
            try (Communicator world = Mpi.world()) {
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
        Communicator world = Mpi.world();
        library.call(Call.FINALIZE);
        try {
            world.barrier();
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
        world.close();
    }

    private static void tryFrom(Communicator world) {
        try {
            System.out.println("there sum " + sum(world));
        } catch (CommunicatorException told) {
            System.out.println(told.getMessage());
        }
    }

    private static void twice() {
        Communicator world = Mpi.world();
        try (Communicator second = Mpi.world()) {
            System.out.println("second sum " + sum(second));
        }
        System.out.println("first sum " + sum(world));
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

    private static void badTag() {
        long bytes = MpiSearch.ofProcess().load().orElseThrow().constant(Constant.BYTE);
        try (Communicator world = Mpi.world();
                var buffers = new NativeBuffers()) {
            var comm = (MpiCommunicator) world;
            try {
                comm.funnel.complete(
                        Call.SEND,
                        buffers.zero(1),
                        1,
                        bytes,
                        0,
                        Integer.MIN_VALUE,
                        comm.own.handle());
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
        try (Communicator world = Mpi.world();
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
            System.out.println("afterwards sum " + sum(world));
        }
    }

    /// The JVM notices a null reference by a signal, which libraries under MPI like to take.
    private static void nullReference() {
        try (Communicator world = Mpi.world()) {
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
        try (Communicator world = Mpi.world()) {
            if (world.rank() == 1) Runtime.getRuntime().halt(3);
            world.barrier();
        }
    }

    /// Each rank has 1.
    private static int sum(Communicator ranks) {
        return ranks.allgather(new byte[1]).size();
    }
}
