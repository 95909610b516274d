/// Which call paths of a profile are meant: queries as data, written fluently, as lists and maps or
/// as text, and the set of nodes that they find.
///
/// ```java
/// NodeSet sends = Query.parse("MATCH (\"*\")->(p) WHERE p.\"name\" STARTS WITH \"MPI_\"").on(profile);
/// ```
///
/// Imports: treeline.model, treeline.numbers, treeline.pattern, treeline.transform
package treeline.query;
