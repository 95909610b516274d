package treeline.record.mpi;

import treeline.record.ranks.Communicator;
import treeline.record.ranks.CommunicatorException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Programs that make communicators and close them, for `mpirun`: each by its name.
final class SplittingProgram {
    private SplittingProgram() {}

    public static void main(String[] arguments) {
        try (Communicator world = Mpi.world()) {
            switch (arguments[0]) {
                case "often" -> often(world, Integer.parseInt(arguments[1]));
                case "afterClose" -> afterClose(world);
                case "patience" -> patience(world);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /// All but the last rank close at once; that keeps some, at first a hundred, and closes them in
    /// any order, later than others that were made after them. Now and then another is made from
    /// one, and closed before or after it. One stays open all the time.
    private static void often(Communicator world, int times) {
        Communicator throughout = world.duplicate();
        Random order = new Random(world.rank());
        List<Communicator> open = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Communicator part = i % 7 == 0 ? world.split(world.rank() % 2, -i) : world.duplicate();
            open.add(part);
            if (i % 50 == 0) open.add(part.split(0, part.rank()).patient());
            int kept = world.rank() < world.size() - 1 ? 0 : i < 1500 ? 100 : 10;
            while (open.size() > kept) open.remove(order.nextInt(open.size())).close();
            if (i % 1000 == 0) {
                require(sum(throughout) == world.size());
                Communicator fresh = world.duplicate();
                require(sum(fresh) == world.size());
                fresh.close();
            }
        }
        require(sum(throughout) == world.size());
        System.out.println("made " + times);
    }

    private static void afterClose(Communicator world) {
        Communicator part = world.duplicate();
        Communicator view = part.patient();
        Communicator made = part.duplicate();
        var block = part.blocks(2);
        view.close();
        List<String> told = new ArrayList<>();
        told.add(refusal(part::barrier));
        told.add(refusal(view::duplicate));
        told.add(refusal(() -> part.gather(new byte[1], 0)));
        told.add(refusal(() -> block.broadcast(new byte[1], 0)));
        part.close();
        for (int i = 0; i < 3; i++) world.duplicate().close();
        told.add(refusal(part::barrier));
        told.add("sum " + sum(made));
        if (world.rank() == 0) told.forEach(System.out::println);
    }

    private static String refusal(Runnable call) {
        try {
            call.run();
            return "done";
        } catch (CommunicatorException told) {
            return String.valueOf(told.getMessage());
        }
    }

    private static void patience(Communicator world) {
        MpiCommunicator patient = ((MpiCommunicator) world.duplicate()).patient();
        for (Communicator each :
                List.of(world.split(0, 0), patient.split(0, 0), patient.duplicate()))
            System.out.println(((MpiCommunicator) each).funnel.getClass().getSimpleName());
    }

    private static void require(boolean fact) {
        if (!fact) throw new IllegalStateException("not what was sent");
    }

    /// Each rank has 1.
    private static int sum(Communicator ranks) {
        return ranks.allgather(new byte[1]).size();
    }
}
