/// Recorder for annotated programs, after TinyProf (sections IV to VI): one event map per thread,
/// output in three phases (agree on call paths, gather to aggregators, write), and snapshots while
/// the program runs.
///
/// ```java
/// try (Recorder _ = Recorder.start("out"); Event _ = Recorder.event("main")) {
///     for (int i = 0; i < steps; i++)
///         try (Event _ = Recorder.event("compute", Loop.EACH, i)) { // one value per iteration
///             compute(i);
///         }
/// }
/// ```
///
/// Imports: treeline.array, treeline.model, treeline.record.events, treeline.record.overhead,
/// treeline.record.parts, treeline.record.ranks, treeline.source, treeline.source.files,
/// treeline.source.trace, treeline.store.db, treeline.store.text, treeline.store.trace
package treeline.record;
