/// Cells of the event map: sums and iteration series of one call path, the time of open events, and
/// counts of API misuse.
///
/// Imports: treeline, treeline.record.parts
package treeline.record.events;
