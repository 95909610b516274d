/// Names and call paths as strings: natural sort order, the path syntax with its escapes, and
/// suggestions for misspelt names.
package treeline.text;
