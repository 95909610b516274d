/// Analyses of what does not fit into memory: sums to which one part of a run after the other is
/// added, and the engine that reads the parts.
///
/// ```java
/// import treeline.aggregate.LocalEngine;
/// import treeline.aggregate.MomentsByNode;
/// import treeline.aggregate.PartitionedSource;
/// try (ProfileSource source = Formats.all().open(path)) {
///     Metric time = source.outline().metric("time");
///     NodeMoments moments = LocalEngine.withDefaults().run(MomentsByNode.of(List.of(time), Locations.By.RANK), PartitionedSource.of(source, Slice.everything())).getFirst();
/// }
/// ```
///
/// Imports: treeline.array, treeline.ledger, treeline.model, treeline.numbers, treeline.pattern,
/// treeline.query, treeline.single, treeline.source, treeline.table, treeline.transform
package treeline.aggregate;
