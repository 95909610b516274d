/// Names and call paths as strings: natural sort order, the path syntax with its escapes, visible
/// control characters, and suggestions for misspelt names.
package treeline.text;
