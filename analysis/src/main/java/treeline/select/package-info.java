/// Which contexts, metrics and nodes of a run are meant, in few words, and tables of them.
///
/// ```java
/// Table values = Tables.slice(profile, ContextSelector.parse("rank(0-3)"), Query.parse("function(s*)"), MetricSelector.parse("time (i,e)"));
/// ```
///
/// Imports: treeline.model, treeline.pattern, treeline.query, treeline.single, treeline.source,
/// treeline.table, treeline.text
package treeline.select;
