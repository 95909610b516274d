/// The study that `treeline demo` writes: a recorded parallel program, a recorded service, and runs
/// on simulated clocks.
///
/// Imports: treeline.archive, treeline.model, treeline.record, treeline.record.ranks,
/// treeline.runs, treeline.source, treeline.source.files
package treeline.app.demo;
