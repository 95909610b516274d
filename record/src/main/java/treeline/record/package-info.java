/// The recorder: events annotated by hand, one event map a rank, output in three phases (agree on
/// the call paths, gather to aggregators, write), and snapshots while the program runs. After
/// TinyProf (sections IV to VI), without the mistakes of its published prototype.
package treeline.record;
