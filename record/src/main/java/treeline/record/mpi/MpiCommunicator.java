package treeline.record.mpi;

import org.jspecify.annotations.Nullable;

import treeline.record.ranks.Communicator;
import treeline.record.ranks.CommunicatorException;
import treeline.record.ranks.ObservedCommunicator;
import treeline.record.ranks.RankGroup;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A communicator of an MPI library. It is always one of our own (a duplicate or a part of the
/// world), so that our messages never meet those of the program, and so that errors come back as
/// codes instead of ending the process.
final class MpiCommunicator extends ObservedCommunicator {
    private final Mpi mpi;
    final Funnel funnel;
    final NativeComm own;
    private final int rank;
    private final int size;
    final Messages messages;
    private final @Nullable DirectMessages direct;
    private final String group;
    private final Traffic traffic;

    /// The bytes of a rank, shared by the communicators split from one. One thread writes.
    static final class Traffic {
        private long bytes;
    }

    /// @param group a name that tells the communicator from all others, the same on all its ranks
    MpiCommunicator(
            Mpi mpi,
            Funnel funnel,
            NativeComm own,
            int rank,
            int size,
            String group,
            Traffic traffic) {
        this.mpi = mpi;
        this.funnel = funnel;
        this.own = own;
        this.rank = rank;
        this.size = size;
        this.messages = new Messages(funnel, mpi.library(), own);
        this.direct = DirectMessages.suit(size) ? messages.direct(0, rank, size) : null;
        this.group = group;
        this.traffic = traffic;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    protected void meet() {
        if (direct != null) direct.barrier();
        else funnel.complete(Call.BARRIER, own.handle());
    }

    @Override
    public Communicator split(int color, int key) {
        return split(color, key, "%s/%d:%d".formatted(group, own.nextNumber(), color), traffic);
    }

    @Override
    public Communicator duplicate() {
        return split(0, rank, "%s/%d".formatted(group, own.nextNumber()), new Traffic());
    }

    @Override
    public MpiCommunicator patient() {
        return new MpiCommunicator(mpi, funnel.patient(), own, rank, size, group, traffic);
    }

    @Override
    public RankGroup blocks(int ranksPerBlock) {
        int first = rank / ranksPerBlock * ranksPerBlock;
        int members = Math.min(ranksPerBlock, size - first);
        if (!DirectMessages.suit(ranksPerBlock)) return super.blocks(ranksPerBlock);
        return new Block(messages.direct(first, rank - first, members), rank - first, members);
    }

    /// Ranks that talk among themselves with the communicator of all: making one takes longer than
    /// what they have to say.
    private final class Block implements RankGroup {
        private final DirectMessages between;
        private final int blockRank;
        private final int blockSize;

        Block(DirectMessages between, int blockRank, int blockSize) {
            this.between = between;
            this.blockRank = blockRank;
            this.blockSize = blockSize;
        }

        @Override
        public int rank() {
            return blockRank;
        }

        @Override
        public int size() {
            return blockSize;
        }

        @Override
        public byte[] broadcast(byte[] message, int root) {
            byte[] received = between.broadcast(message, Objects.checkIndex(root, blockSize));
            traffic.bytes += received.length * (blockRank == root ? blockSize - 1L : 1L);
            return received;
        }

        @Override
        public List<byte[]> gather(byte[] message, int root) {
            List<byte[]> received = between.gather(message, Objects.checkIndex(root, blockSize));
            traffic.bytes += blockRank == root ? -message.length : message.length;
            for (byte[] each : received) traffic.bytes += each.length;
            return received;
        }

        /// It has nothing of its own.
        @Override
        public void close() {}
    }

    /// The calls that make a communicator and give back others wait inside MPI, so they are made
    /// when their turn has come on all ranks.
    private Communicator split(int color, int key, String part, Traffic counted) {
        CreationOrder order = mpi.creationOrder();
        CreationOrder.Turn turn = order.propose(group);
        try {
            turn = order.agreed(turn, messages.allreduce(Constant.MAX, turn.number())[0]);
            order.await(turn);
            long[] sums = messages.allreduce(Constant.SUM, own.account());
            List<NativeComm> settled = own.removeSettled(sums);
            long origin = own.handle();
            MpiCommunicator made =
                    funnel.run(
                            () -> {
                                mpi.giveBack(settled);
                                return mpi.split(origin, funnel, color, key, part, counted);
                            });
            own.add(made.own);
            return made;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new CommunicatorException(
                    "interrupted while other communicators were being created", stop);
        } finally {
            order.ended(turn);
        }
    }

    @Override
    protected byte[] broadcastFrom(byte[] message, int root) {
        Objects.checkIndex(root, size);
        byte[] received =
                direct == null
                        ? messages.broadcast(message, root, rank == root)
                        : direct.broadcast(message, root);
        traffic.bytes += rank == root ? (long) message.length * (size - 1) : received.length;
        return received;
    }

    @Override
    protected List<byte[]> gatherTo(byte[] message, int root) {
        Objects.checkIndex(root, size);
        List<byte[]> received =
                direct == null
                        ? messages.gather(message, root, rank == root ? size : 0)
                        : direct.gather(message, root);
        return counted(received, rank == root ? 0 : message.length);
    }

    /// For programs: the recorder brings everything to one rank.
    @Override
    protected List<byte[]> gatherToAll(byte[] message) {
        List<byte[]> received = new ArrayList<>(size);
        for (int from = 0; from < size; from++) received.add(broadcast(message, from));
        return received;
    }

    private List<byte[]> counted(List<byte[]> received, long sent) {
        long bytes = sent;
        for (int from = 0; from < received.size(); from++)
            if (from != rank) bytes += received.get(from).length;
        traffic.bytes += bytes;
        return received;
    }

    @Override
    public long bytesMoved() {
        return traffic.bytes;
    }

    @Override
    public boolean hasProcessPerRank() {
        return size > 1;
    }

    @Override
    public String library() {
        return mpi.funnel().run(mpi.library()::version);
    }

    @Override
    public void close() {
        mpi.close(own);
    }

    @Override
    public String toString() {
        return "rank %d of %d".formatted(rank, size);
    }
}
