/// Clocks of different ranks: their offsets, estimated from the order of messages.
///
/// Imports: treeline.array, treeline.source.trace, treeline.trace.communication
package treeline.trace.clock;
