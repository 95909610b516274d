package treeline.record.ranks;

import java.util.List;

/// Ranks of which one collects what the others have: all that the writing of a file needs of them.
/// It is less than a [Communicator], so that a library can make groups without asking anyone.
public interface RankGroup extends AutoCloseable {

    int rank();

    int size();

    /// The message of the rank `root` on all ranks. What the others pass is not looked at.
    byte[] broadcast(byte[] message, int root);

    /// The messages of all ranks, of any length, in rank order on the rank `root`; an empty list on
    /// the others, which do not wait.
    List<byte[]> gather(byte[] message, int root);

    /// Gives up this rank's handle. Not collective.
    @Override
    void close();
}
