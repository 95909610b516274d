/// Communicators: the interface that the recorder needs, and two implementations without a library,
/// for a single process and for ranks as threads of one JVM.
///
/// ```java
/// InProcessRanks.run(4, ranks -> {
///     List<byte[]> ofAll = ranks.allgather(new byte[] {(byte) ranks.rank()});
/// });
/// ```
///
/// Imports: treeline.source.trace
package treeline.record.ranks;
