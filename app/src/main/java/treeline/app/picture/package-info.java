/// Figures as files: SVG, PNG, a page of HTML, or their data.
///
/// Imports: treeline.app.cli, treeline.app.terminal, treeline.plot, treeline.plot.draw,
/// treeline.question.parameter, treeline.source.files, treeline.table
package treeline.app.picture;
