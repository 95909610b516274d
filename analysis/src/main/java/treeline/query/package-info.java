/// Which call paths of a profile are meant: queries as data, written fluently, as lists and maps or
/// as text, and the set of nodes that they find.
package treeline.query;
