/// Figures as plain records, and one small kit that draws them as SVG.
///
/// Imports: treeline.model, treeline.plot.draw, treeline.table, treeline.view
package treeline.plot;
