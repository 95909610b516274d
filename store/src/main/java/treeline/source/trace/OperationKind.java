package treeline.source.trace;

/// The kind of an operation in which contexts depend on each other, and who waits for whom in it.
public enum OperationKind {
    SEND(Pattern.POINT_TO_POINT),
    RECEIVE(Pattern.POINT_TO_POINT),
    BARRIER(Pattern.BARRIER),
    BROADCAST(Pattern.ONE_TO_ALL),
    GATHER(Pattern.ALL_TO_ONE),
    GATHERV(Pattern.ALL_TO_ONE),
    SCATTER(Pattern.ONE_TO_ALL),
    SCATTERV(Pattern.ONE_TO_ALL),
    ALLGATHER(Pattern.ALL_TO_ALL),
    ALLGATHERV(Pattern.ALL_TO_ALL),
    ALLTOALL(Pattern.ALL_TO_ALL),
    /// A rank may exchange data with some of the others only, so that it need not wait for all.
    ALLTOALLV(Pattern.SOME_TO_SOME),
    ALLTOALLW(Pattern.SOME_TO_SOME),
    ALLREDUCE(Pattern.ALL_TO_ALL),
    REDUCE(Pattern.ALL_TO_ONE),
    REDUCE_SCATTER(Pattern.ALL_TO_ALL),
    REDUCE_SCATTER_BLOCK(Pattern.ALL_TO_ALL),
    SCAN(Pattern.PREFIX),
    EXSCAN(Pattern.PREFIX),
    /// A collective operation that is none of the others, such as the creation of a communicator.
    OTHER_COLLECTIVE(Pattern.SOME_TO_SOME),
    /// The end of MPI, which waits for all ranks.
    FINALIZE(Pattern.BARRIER),
    /// A barrier of a thread team.
    TEAM_BARRIER(Pattern.BARRIER),
    /// The start of a thread's work for its team. The peer is the thread that forked the team.
    TEAM_START(Pattern.START),
    /// Work of a GPU stream. The peer is the thread that launched it.
    KERNEL(Pattern.START),
    /// A copy or fill of memory by a GPU stream. The peer is the thread that launched it.
    COPY(Pattern.START),
    /// A call that waits for a GPU stream, its peer, or for all streams of the process; or a thread
    /// that waits for another thread, its peer, until the operation ends.
    SYNCHRONISE(Pattern.STREAMS);

    /// The dependences within an operation.
    public enum Pattern {
        /// The receiver waits for the sender; a sender may wait for the receive to be posted.
        POINT_TO_POINT,
        /// Each waits for all.
        BARRIER,
        /// Each that receives data waits for all that send data.
        ALL_TO_ALL,
        /// All wait for the root.
        ONE_TO_ALL,
        /// The root waits for all.
        ALL_TO_ONE,
        /// Each waits for the ranks before it.
        PREFIX,
        /// Unknown.
        SOME_TO_SOME,
        /// The context starts when its peer starts or launches it.
        START,
        /// A thread waits for GPU streams.
        STREAMS;

        /// Whether all members of a group take part in the operation.
        public boolean isCollective() {
            return switch (this) {
                case BARRIER, ALL_TO_ALL, ONE_TO_ALL, ALL_TO_ONE, PREFIX, SOME_TO_SOME -> true;
                case POINT_TO_POINT, START, STREAMS -> false;
            };
        }
    }

    private final Pattern pattern;

    OperationKind(Pattern pattern) {
        this.pattern = pattern;
    }

    public Pattern pattern() {
        return pattern;
    }
}
