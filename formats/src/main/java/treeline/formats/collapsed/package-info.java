/// Collapsed stacks, the lines that flame graphs are drawn from, both ways.
package treeline.formats.collapsed;
