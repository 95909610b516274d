package treeline.record.mpi;

import java.util.Comparator;
import java.util.TreeSet;

/// The order in which a rank makes new communicators, the same on all ranks. Making one, and giving
/// back others at the same time, are the only calls that wait for other ranks inside MPI, and so
/// hold up everything else of the rank. If the program and a snapshot each made one, and two ranks
/// did it in a different order, they would wait for each other for ever.
///
/// Each rank proposes a number, later than all it has seen; the ranks take the largest proposal;
/// and each waits until no smaller number is open here. (Total order by agreed time stamps, after
/// Lamport and Birman.)
final class CreationOrder {
    private final TreeSet<Turn> open =
            new TreeSet<>(Comparator.comparingLong(Turn::number).thenComparing(Turn::group));
    private long latest;

    /// @param group the communicator that is split, by a name that all its ranks know it by; no two
    ///   open turns have the same
    record Turn(long number, String group) {}

    synchronized Turn propose(String group) {
        latest++;
        Turn turn = new Turn(latest, group);
        open.add(turn);
        return turn;
    }

    /// Replaces a proposal by what the ranks agreed on.
    synchronized Turn agreed(Turn proposed, long number) {
        open.remove(proposed);
        latest = Math.max(latest, number);
        Turn turn = new Turn(number, proposed.group);
        open.add(turn);
        notifyAll();
        return turn;
    }

    synchronized void await(Turn turn) throws InterruptedException {
        while (!open.first().equals(turn)) wait();
    }

    synchronized void ended(Turn turn) {
        open.remove(turn);
        notifyAll();
    }
}
