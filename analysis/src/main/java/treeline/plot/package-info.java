/// Figures as plain records, and one small kit that draws them as SVG.
package treeline.plot;
