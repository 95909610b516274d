package treeline.record.ranks;

import java.util.List;

/// What the recorder needs of a message-passing library: a fixed number of ranks and a few
/// collective calls, which all ranks make in the same order. Messages are single arrays of at most
/// 2 GiB and are never joined into one, so that no sum of lengths can overflow.
///
/// A communicator is used by one thread of each rank at a time. Arrays that come back may be shared
/// between ranks: they are for reading.
public interface Communicator extends RankGroup {

    /// Returns when all ranks have called it.
    void barrier();

    /// The messages of all ranks, in rank order, on all ranks.
    List<byte[]> allgather(byte[] message);

    /// A communicator of the ranks that pass the same color, ordered by key and then by rank. Its
    /// traffic counts as this one's.
    Communicator split(int color, int key);

    /// The `ranksPerBlock` consecutive ranks that this one is among. All ranks pass the same
    /// number, so that everyone can tell the groups: a library may do it without a message. Calls
    /// of a group keep their order with those of the communicator.
    default RankGroup blocks(int ranksPerBlock) {
        return split(rank() / ranksPerBlock, rank());
    }

    /// The same ranks with messages and traffic of its own: what a library takes in order not to
    /// mix with the program's calls.
    Communicator duplicate();

    /// This communicator for work beside the program: a library need not hurry for its calls if
    /// hurrying would take the processor from the program. It takes the place of this one.
    default Communicator patient() {
        return this;
    }

    /// How many bytes this rank has sent and received.
    long bytesMoved();

    /// Whether every rank is a process, so that what a process does for the first time is done by
    /// all of them at once.
    default boolean hasProcessPerRank() {
        return false;
    }

    /// The message-passing library, for the metadata of a run; empty if it is none that has a name.
    default String library() {
        return "";
    }
}
