/// Figures as files: SVG, PNG, a page of HTML, or their data.
package treeline.app.picture;
