/// Traces: what each context executed over time, as one line of samples per context; the messages,
/// collective operations and launches by which contexts depend on each other; counters.
///
/// Imports: treeline.array, treeline.model, treeline.source.files
package treeline.source.trace;
