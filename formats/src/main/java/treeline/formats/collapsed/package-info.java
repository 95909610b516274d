/// Collapsed stacks, the lines that flame graphs are drawn from.
package treeline.formats.collapsed;
