/// Hatchet's own JSON: nested literals, and graphs with a table.
package treeline.formats.hatchet;
