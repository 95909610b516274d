/// The cost of traces: opening, pictures, time windows, messages and wait states.
package treeline.bench.trace;
