/// How the ranks of a run reach each other: what the recorder needs of a communicator, and the two
/// that need no library, one process alone and ranks that are threads of one JVM.
package treeline.record.ranks;
