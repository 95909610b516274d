/// Classification of frames by name and tag: computation, waiting, communication, I/O and
/// libraries, with the MPI routines by class of the standard.
///
/// Imports: treeline.model, treeline.pattern
package treeline.ledger;
