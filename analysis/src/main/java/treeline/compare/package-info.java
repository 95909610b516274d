/// Whether a build became slower: samples of two sides compared node by node, and change points in
/// the history of a node.
package treeline.compare;
