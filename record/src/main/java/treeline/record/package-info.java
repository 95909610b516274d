/// The recorder: events annotated by hand, one event map a rank, output in three phases (agree on
/// the call paths, gather to aggregators, write), and snapshots while the program runs. After
/// TinyProf (sections IV to VI), without the mistakes of its published prototype.
///
/// ```java
/// try (Recorder _ = Recorder.start("out"); Event _ = Recorder.event("main")) {
///     for (int i = 0; i < steps; i++)
///         try (Event _ = Recorder.event("compute", Loop.EACH, i)) { // the time of each iteration is kept
///             compute(i);
///         }
/// }
/// ```
///
/// Imports: treeline.model, treeline.record.events, treeline.record.parts, treeline.record.ranks,
/// treeline.source, treeline.store.db, treeline.store.text
package treeline.record;
