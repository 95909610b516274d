/// Cells of the event map: sums and iteration series of one call path, the time of open events, and
/// counts of API misuse, and messages to the user.
///
/// Imports: treeline, treeline.record.parts, treeline.store.trace, treeline.text
package treeline.record.events;
