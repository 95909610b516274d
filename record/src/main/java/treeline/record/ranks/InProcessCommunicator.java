package treeline.record.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// One rank's handle on a communicator between threads of this JVM. Messages are handed over by
/// reference; waiting is parking, and the last to arrive wakes the others.
final class InProcessCommunicator extends ObservedCommunicator {
    private final InProcessWorld world;
    private final int rank;
    private final int size;
    private final Traffic traffic;
    private CollectiveCall last;

    /// Bytes of a rank, shared by the communicators split from one. One thread writes.
    private static final class Traffic {
        private long bytes;
    }

    /// What a split made of this rank: its new rank, and the list of calls of its group.
    private record Seat(int rank, int size, CollectiveCall first) {}

    private InProcessCommunicator(
            InProcessWorld world, int rank, int size, CollectiveCall first, Traffic traffic) {
        this.world = world;
        this.rank = rank;
        this.size = size;
        this.last = first;
        this.traffic = traffic;
    }

    /// One handle a rank on a communicator of all ranks.
    static List<Communicator> ofAll(InProcessWorld world) {
        List<Communicator> all = new ArrayList<>();
        var first = new CollectiveCall(CollectiveCall.Kind.BARRIER, world.size());
        for (int rank = 0; rank < world.size(); rank++)
            all.add(new InProcessCommunicator(world, rank, world.size(), first, new Traffic()));
        return all;
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
        CollectiveCall meeting = nextMeeting(CollectiveCall.Kind.BARRIER);
        if (meeting.arrive(rank, null)) meeting.complete(null);
        else meeting.await(rank, world);
    }

    @Override
    protected byte[] broadcastFrom(byte[] message, int root) {
        Objects.checkIndex(root, size);
        CollectiveCall meeting = nextMeeting(CollectiveCall.Kind.BROADCAST);
        traffic.bytes += rank == root ? (long) message.length * (size - 1) : 0;
        if (rank == root) {
            meeting.complete(message);
            return message;
        }
        byte[] received = (byte[]) Objects.requireNonNull(meeting.await(rank, world));
        traffic.bytes += received.length;
        return received;
    }

    @Override
    protected List<byte[]> gatherTo(byte[] message, int root) {
        Objects.checkIndex(root, size);
        CollectiveCall meeting = nextMeeting(CollectiveCall.Kind.GATHER);
        boolean isLast = meeting.arrive(rank, message);
        if (isLast) meeting.complete(null);
        if (rank != root) {
            traffic.bytes += message.length;
            return List.of();
        }
        meeting.await(rank, world);
        return received(meeting, 0);
    }

    @Override
    protected List<byte[]> gatherToAll(byte[] message) {
        CollectiveCall meeting = nextMeeting(CollectiveCall.Kind.ALLGATHER);
        if (meeting.arrive(rank, message)) meeting.complete(null);
        else meeting.await(rank, world);
        return received(meeting, (long) message.length * (size - 1));
    }

    private List<byte[]> received(CollectiveCall meeting, long sent) {
        List<byte[]> messages =
                Collections.unmodifiableList(
                        Arrays.asList(
                                Arrays.copyOf(
                                        meeting.seats(), meeting.seats().length, byte[][].class)));
        long bytes = sent;
        for (int from = 0; from < size; from++)
            if (from != rank) bytes += messages.get(from).length;
        traffic.bytes += bytes;
        return messages;
    }

    @Override
    public Communicator split(int color, int key) {
        return split(color, key, traffic);
    }

    /// Nobody waits: the first rank of a block to get here makes the list of its calls.
    @Override
    public Communicator blocks(int ranksPerBlock) {
        CollectiveCall meeting = nextMeeting(CollectiveCall.Kind.BLOCKS);
        int block = rank / ranksPerBlock;
        int blockSize = Math.min(size - block * ranksPerBlock, ranksPerBlock);
        CollectiveCall first =
                (CollectiveCall)
                        meeting.onlyOne(
                                block,
                                () -> new CollectiveCall(CollectiveCall.Kind.BARRIER, blockSize));
        return new InProcessCommunicator(world, rank % ranksPerBlock, blockSize, first, traffic);
    }

    @Override
    public Communicator duplicate() {
        return split(0, rank, new Traffic());
    }

    private Communicator split(int color, int key, Traffic counted) {
        CollectiveCall meeting = nextMeeting(CollectiveCall.Kind.SPLIT);
        boolean isLast = meeting.arrive(rank, new int[] {color, key});
        if (isLast) meeting.complete(seatsByRank(meeting.seats()));
        Object outcome = Objects.requireNonNull(meeting.await(rank, world));
        Seat mine = ((Seat[]) outcome)[rank];
        return new InProcessCommunicator(world, mine.rank, mine.size, mine.first, counted);
    }

    private static Seat[] seatsByRank(Object[] wishes) {
        Map<Integer, List<Integer>> ranksOfColor = new TreeMap<>();
        for (int rank = 0; rank < wishes.length; rank++)
            ranksOfColor
                    .computeIfAbsent(((int[]) wishes[rank])[0], _ -> new ArrayList<>())
                    .add(rank);
        Seat[] seats = new Seat[wishes.length];
        for (List<Integer> ranks : ranksOfColor.values()) {
            ranks.sort(Comparator.comparingInt(rank -> ((int[]) wishes[rank])[1]));
            var first = new CollectiveCall(CollectiveCall.Kind.BARRIER, ranks.size());
            for (int i = 0; i < ranks.size(); i++)
                seats[ranks.get(i)] = new Seat(i, ranks.size(), first);
        }
        return seats;
    }

    private CollectiveCall nextMeeting(CollectiveCall.Kind kind) {
        world.checkGoesOn();
        try {
            last = last.next(kind, rank);
            return last;
        } catch (CommunicatorException mismatch) {
            world.abort(Objects.requireNonNullElse(mismatch.getMessage(), ""), null);
            throw mismatch;
        }
    }

    @Override
    public long bytesMoved() {
        return traffic.bytes;
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "rank %d of %d".formatted(rank, size);
    }
}
