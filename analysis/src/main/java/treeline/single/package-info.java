/// What one run says: hot paths, imbalance, flat profiles, correlation, differences, drift. Pure
/// functions from a profile to records and tables.
///
/// ```java
/// Metric own = profile.metric("time:exclusive");
/// Table uneven = LoadImbalance.of(profile, own, new Threshold.ShareOfLargest(0.01)).table().head(10);
/// Table slower = Difference.of(before, after, own, Reduction.MEAN);
/// ```
package treeline.single;
