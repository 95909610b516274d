package treeline.record.mpi;

import org.junit.jupiter.api.Test;

import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks.RankProgram;
import treeline.record.testkit.CommunicatorContract;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The contract of communicators as a program for `mpirun`: every rank runs every test of it, in
/// the same order.
final class ContractProgram extends CommunicatorContract {
    private final Communicator world;

    private ContractProgram(Communicator world) {
        this.world = world;
    }

    public static void main(String[] arguments) throws Exception {
        try (Communicator world = Mpi.world()) {
            List<Method> tests =
                    Stream.of(CommunicatorContract.class.getDeclaredMethods())
                            .filter(method -> method.isAnnotationPresent(Test.class))
                            .sorted(Comparator.comparing(Method::getName))
                            .toList();
            for (Method test : tests) {
                test.setAccessible(true);
                test.invoke(new ContractProgram(world));
            }
            if (world.rank() == 0)
                System.out.printf(
                        "%d tests passed on %d ranks of %s%n",
                        tests.size(), world.size(), world.library());
        } catch (
                Throwable
                        failure) { // ends the run at once: the other ranks would wait for this one
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    @Override
    protected List<Integer> sizes() {
        return List.of(world.size());
    }

    @Override
    protected void run(int size, RankProgram program) throws Exception {
        Communicator fresh = world.duplicate();
        program.run(fresh);
        fresh.close();
    }
}
