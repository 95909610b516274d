/// Answers for the views of time: raster tiles of a trace, statistics of an interval, messages,
/// waits and the critical path.
///
/// Imports: treeline.array, treeline.dashboard.http, treeline.dashboard.runs,
/// treeline.dashboard.view, treeline.model, treeline.source, treeline.source.trace, treeline.table,
/// treeline.trace, treeline.trace.communication, treeline.trace.path, treeline.trace.timeline,
/// treeline.trace.waiting, treeline.view
package treeline.dashboard.time;
