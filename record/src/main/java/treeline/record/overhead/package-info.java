/// Measurement of the recording overhead inside the running program: short slices in which frequent
/// events are muted are compared with slices in which they are recorded.
///
/// Imports: treeline.model
package treeline.record.overhead;
