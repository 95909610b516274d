/// Source code with the cost of its lines. Files are read only below the roots that the user named.
///
/// Imports: treeline.dashboard.http, treeline.dashboard.runs, treeline.dashboard.view,
/// treeline.model, treeline.numbers, treeline.single, treeline.table, treeline.transform
package treeline.dashboard.source;
