/// Analyses of one run: hot paths, imbalance, flat profiles, correlation, drift. Pure functions
/// from a profile to records and tables.
///
/// ```java
/// Metric own = profile.metric("time:exclusive");
/// Table uneven = LoadImbalance.of(profile, own, new Threshold.ShareOfLargest(0.01)).table().head(10);
/// ```
///
/// Imports: treeline.array, treeline.cores, treeline.ledger, treeline.model, treeline.numbers,
/// treeline.table, treeline.text, treeline.transform
package treeline.single;
