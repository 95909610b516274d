/// The small columnar result of every analysis: [treeline.table.Table], its columns and few verbs.
///
/// ```java
/// Table flat = FlatProfile.of(profile, profile.metric("time"), Grouping.FUNCTION, Reduction.MEAN);
/// Table top = flat.sort(Order.descending("exclusive")).head(10);
/// top.toCsv(System.out);
/// ```
///
/// Imports: treeline.array, treeline.model, treeline.text
package treeline.table;
