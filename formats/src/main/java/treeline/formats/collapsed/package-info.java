/// Collapsed stacks: a line per stack, as flame graphs are drawn of.
package treeline.formats.collapsed;
