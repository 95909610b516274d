/// How the ranks of a run reach each other: what the recorder needs of a communicator, and the two
/// that need no library, one process alone and ranks that are threads of one JVM.
///
/// ```java
/// InProcessRanks.run(4, ranks -> {
///     List<byte[]> ofAll = ranks.allgather(new byte[] {(byte) ranks.rank()});
/// });
/// ```
package treeline.record.ranks;
