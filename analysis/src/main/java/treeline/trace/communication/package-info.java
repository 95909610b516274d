/// Messages and collective operations of a trace: which sends and receives belong together, and who
/// communicates how much with whom.
///
/// Imports: treeline.array, treeline.cores, treeline.model, treeline.source.trace, treeline.table
package treeline.trace.communication;
