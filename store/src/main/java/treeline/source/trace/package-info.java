/// Traces: what each context executed over time, as one line of samples per context.
package treeline.source.trace;
