/// How nodes scale with processes or another setting of the runs, and what stops them.
///
/// ```java
/// ScalingResult speedup = Scaling.of(Scaling.Kind.SPEEDUP, ensemble.metric("time"), "ranks").on(ensemble);
/// Table byNode = speedup.table();
/// ```
///
/// Imports: treeline.ensemble, treeline.ensemble.metadata, treeline.model, treeline.single,
/// treeline.table
package treeline.scaling;
