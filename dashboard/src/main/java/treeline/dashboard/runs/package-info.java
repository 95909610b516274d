/// The runs that are open in the dashboard, with the values that were loaded from them.
///
/// Imports: treeline.dashboard.http, treeline.dashboard.view, treeline.ensemble,
/// treeline.ensemble.metadata, treeline.formats, treeline.ledger, treeline.model, treeline.numbers,
/// treeline.pattern, treeline.question.run.report, treeline.single, treeline.source,
/// treeline.source.files, treeline.source.join, treeline.source.trace, treeline.text,
/// treeline.trace, treeline.transform, treeline.view
package treeline.dashboard.runs;
