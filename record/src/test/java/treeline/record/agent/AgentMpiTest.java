package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.record.testkit.Mpirun;

import java.io.IOException;
import java.nio.file.Path;

/// The agent in ranks of a real MPI.
class AgentMpiTest {
    @TempDir Path folder;

    private static final String WORK =
            """
            package com.acme;
            public class Work {
                public static void go(int times) { for (int i = 0; i < times; i++) step(i); }
                static int step(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
            }
            """;

    /// What a Java binding of MPI is, as far as the agent knows it.
    private static final String BINDING =
            """
            package mpi;
            import java.lang.foreign.*;
            import java.lang.invoke.MethodHandle;
            public class MPI {
                private static MethodHandle call(String name, FunctionDescriptor type) {
                    return Linker.nativeLinker().downcallHandle(SymbolLookup.libraryLookup("libmpi.so.40", Arena.global()).find(name).orElseThrow(), type);
                }
                public static String[] Init(String[] arguments) throws Throwable {
                    int code = (int) call("MPI_Init", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS)).invokeExact(MemorySegment.NULL, MemorySegment.NULL);
                    if (code != 0) throw new IllegalStateException("init " + code);
                    return arguments;
                }
                public static void Finalize() throws Throwable {
                    int code = (int) call("MPI_Finalize", FunctionDescriptor.of(ValueLayout.JAVA_INT)).invokeExact();
                    System.out.println("finalized " + code);
                }
            }
            """;

    private Mpirun with(AgentRun run, String options) {
        return Mpirun.openMpi()
                .withClasses(run.classes())
                .with(
                        "-javaagent:%s=include=com.acme.**,output=%s%s"
                                .formatted(run.jar(), run.output(), options));
    }

    @Test
    void everyProcessIsARankOfOneRecording() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Work", WORK);
        run.compiled(
                "com.acme.Main",
                """
                package com.acme;
                import treeline.record.ranks.Communicator;
                import treeline.record.mpi.*;
                public class Main {
                    public static void main(String[] arguments) {
                        try (Communicator world = Mpi.world()) { Work.go(world.rank() + 1); world.barrier(); }
                    }
                }
                """);
        String said = with(run, "").run(3, "com.acme.Main");
        assertThat(said).containsOnlyOnce("treeline: 3 methods of 2 classes recorded in ");
        assertThat(AgentRun.drawn(run.output()))
                .isEqualTo(
                        """
                        Main.main 1 1 1
                          Work.go 1 1 1
                            Work.step 1 2 3
                        """);
    }

    @Test
    void aProgramWithABindingIsRecordedBetweenInitAndFinalize() throws IOException {
        AgentRun run =
                new AgentRun(folder).compiled("com.acme.Work", WORK).compiled("mpi.MPI", BINDING);
        run.compiled(
                "com.acme.Main",
                """
                package com.acme;
                public class Main {
                    public static void main(String[] arguments) throws Throwable {
                        Work.go(5);
                        mpi.MPI.Init(arguments);
                        Work.go(2);
                        mpi.MPI.Finalize();
                    }
                }
                """);
        String said = with(run, "").run(2, "com.acme.Main");
        assertThat(said)
                .contains("finalized 0")
                .containsOnlyOnce("treeline: 3 methods of 2 classes");
        assertThat(AgentRun.drawn(run.output())).isEqualTo("Work.go 1 1\n  Work.step 2 2\n");
    }

    @Test
    void aRankThatFailsDoesNotWaitForeverForTheOthers() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Work", WORK);
        run.compiled(
                "com.acme.Main",
                """
                package com.acme;
                import treeline.record.ranks.Communicator;
                import treeline.record.mpi.*;
                public class Main {
                    public static void main(String[] arguments) {
                        Communicator world = Mpi.world();
                        Work.go(2);
                        if (world.rank() == 1) throw new IllegalStateException("rank 1 fails");
                        world.barrier();
                    }
                }
                """);
        Mpirun.Ended ended = with(run, ",patience=1").ended(2, "com.acme.Main");
        assertThat(ended.code()).isNotZero();
        assertThat(ended.output())
                .contains("rank 1 fails")
                .contains(
                        "treeline: recording not written: timed out after 1 s waiting for other"
                                + " ranks to exit (raise 'patience')");
    }
}
