/// Java agent that records methods of unchanged programs, by instrumenting classes as they are
/// loaded.
///
/// Imports: treeline.record, treeline.record.events, treeline.record.mpi, treeline.record.overhead,
/// treeline.record.ranks
package treeline.record.agent;
