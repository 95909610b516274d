/// Names and call paths as strings: natural sort order, the path syntax with its escapes, visible
/// control characters, lists of many names, and suggestions for misspelt ones.
package treeline.text;
