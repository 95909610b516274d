/// Traces: what each context executed over time, as one line of samples per context.
///
/// Imports: treeline.source.files
package treeline.source.trace;
