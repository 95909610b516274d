/// What many runs say together: one call tree for all of them, their values beside each other, what
/// is known of each run, and statistics over them.
///
/// ```java
/// Runs reader = Runs.of(Formats.all());
/// EnsembleBuilder builder = new EnsembleBuilder(Reduction.MEAN);
/// for (Runs.Read run : reader.all(reader.named(List.of(pattern)))) builder.add(Run.of(run.path(), run.profile()));
/// Ensemble ensemble = builder.build();
/// Table means = Statistics.of(ensemble, List.of(ensemble.metric("time")), List.of(Statistic.MEAN, Statistic.STD));
/// ```
///
/// Imports: treeline.cores, treeline.ensemble.metadata, treeline.model, treeline.numbers,
/// treeline.pattern, treeline.query, treeline.runs, treeline.single, treeline.table,
/// treeline.transform, treeline.view
package treeline.ensemble;
