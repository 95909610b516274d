/// Timelines of a trace: rasters of contexts by time for pictures, and the time per category that
/// accompanies them.
///
/// Imports: treeline.cores, treeline.ledger, treeline.model, treeline.single, treeline.source,
/// treeline.source.trace, treeline.trace, treeline.trace.communication, treeline.transform
package treeline.trace.timeline;
