/// Call trees as graphs for Graphviz.
package treeline.formats.graphviz;
