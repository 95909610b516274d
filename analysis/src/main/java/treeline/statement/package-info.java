/// Sentences about runs: templates with typed arguments, rendered by every interface.
///
/// Imports: treeline.model, treeline.numbers, treeline.single, treeline.table, treeline.text,
/// treeline.transform, treeline.view
package treeline.statement;
