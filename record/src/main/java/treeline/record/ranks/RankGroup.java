package treeline.record.ranks;

import java.util.List;

/// A group of ranks with broadcast and gather, which is all that writing a file needs. It is less
/// than a [Communicator], so a library can create groups without communication.
public interface RankGroup extends AutoCloseable {

    int rank();

    int size();

    /// Broadcast: the message of rank `root` on all ranks. Messages of other ranks are ignored.
    byte[] broadcast(byte[] message, int root);

    /// Gather: the messages of all ranks, of any length, in rank order on rank `root`; an empty
    /// list on the other ranks, which do not wait.
    List<byte[]> gather(byte[] message, int root);

    /// Releases this rank's handle. Not collective.
    @Override
    void close();
}
