/// The runs that are open in the dashboard, with the values that were loaded from them.
///
/// Imports: treeline.dashboard.http, treeline.dashboard.view, treeline.formats, treeline.model,
/// treeline.numbers, treeline.numbers.activity, treeline.single, treeline.source,
/// treeline.source.files, treeline.text, treeline.transform, treeline.view
package treeline.dashboard.runs;
