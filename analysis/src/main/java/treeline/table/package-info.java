/// The small columnar result of every analysis: [treeline.table.Table], its columns and few verbs.
/// Imports nothing of ours.
package treeline.table;
