/// What one run says: hot paths, imbalance, flat profiles, correlation, differences, drift. Pure
/// functions from a profile to records and tables.
package treeline.single;
