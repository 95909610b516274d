/// What a picture needs, as plain data: terminal, web page and notebook draw the same records.
///
/// ```java
/// import treeline.view.TreeRows;
/// TreeRows rows = TreeRows.of(profile, profile.metric("time"), Reduction.MEAN, TreeRows.Limits.NONE);
/// ```
///
/// Imports: treeline.array, treeline.ledger, treeline.model, treeline.numbers, treeline.query,
/// treeline.single, treeline.table, treeline.text, treeline.transform
package treeline.view;
