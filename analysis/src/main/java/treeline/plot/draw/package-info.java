/// The drawing kit below the figures: an SVG canvas, axes, legends, text metrics, colour scales and
/// kernel densities.
///
/// Imports: treeline.model, treeline.text, treeline.view
package treeline.plot.draw;
