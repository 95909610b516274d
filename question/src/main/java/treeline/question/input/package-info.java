/// The subjects of questions: the parameters that select a run and a part of it, and how that part
/// is read.
///
/// Imports: treeline.aggregate, treeline.ensemble, treeline.formats, treeline.ledger,
/// treeline.model, treeline.numbers, treeline.pattern, treeline.prune, treeline.query,
/// treeline.question.parameter, treeline.select, treeline.single, treeline.source,
/// treeline.source.files, treeline.source.trace, treeline.table, treeline.text, treeline.trace,
/// treeline.transform, treeline.view
package treeline.question.input;
