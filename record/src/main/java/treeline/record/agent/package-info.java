/// The agent: records methods of a program that was not changed for it, by instrumenting their
/// classes as they are loaded.
///
/// Imports: treeline.record, treeline.record.mpi, treeline.record.ranks
package treeline.record.agent;
