package treeline.record.ranks;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A communicator with the collective operations that the recorder needs, called by all ranks in
/// the same order. Messages are single arrays of at most 2 GiB and are never concatenated, so no
/// sum of lengths can overflow.
///
/// Each rank uses a communicator from one thread at a time. Returned arrays may be shared between
/// ranks and must not be modified.
public interface Communicator extends RankGroup {

    /// Barrier: returns when all ranks have called it.
    void barrier();

    /// Allgather: the messages of all ranks, in rank order, on all ranks.
    List<byte[]> allgather(byte[] message);

    /// A communicator of the ranks that pass the same colour, ordered by key, then by rank
    /// (`MPI_Comm_split`). Its traffic counts towards this communicator.
    Communicator split(int color, int key);

    /// The block of `ranksPerBlock` consecutive ranks that includes this rank. All ranks pass the
    /// same number, so a library can create the groups without communication. Calls on a group are
    /// ordered with those on the communicator.
    default RankGroup blocks(int ranksPerBlock) {
        return split(rank() / ranksPerBlock, rank());
    }

    /// A communicator of the same ranks with separate messages (`MPI_Comm_dup`), so that a
    /// library's calls do not mix with the program's.
    Communicator duplicate();

    /// This communicator for background work: its calls may be slow if that saves CPU time for the
    /// program. It replaces this communicator.
    default Communicator patient() {
        return this;
    }

    /// Tells an observer of the collective calls of this communicator from now on; null for none.
    /// Communicators that are made of it have no observer.
    default void observe(@Nullable CollectiveObserver observer) {}

    /// Number of bytes that this rank has sent and received.
    long bytesMoved();

    /// Whether every rank is a separate process, so that one-time work such as class loading
    /// happens on all ranks at the same time.
    default boolean hasProcessPerRank() {
        return false;
    }

    /// Name of the message-passing library, for the metadata; empty if it has none.
    default String library() {
        return "";
    }
}
