/// Patterns that users write, matched in time linear in the length of the text: one pattern in a
/// request must not keep a server busy.
///
/// Imports nothing of ours.
package treeline.pattern;
