/// The data model: call tree, frames, contexts, metrics and their values.
///
/// A profile is a tree, contexts and a column per metric:
///
/// ```java
/// CallTree tree = profile.tree();
/// int step = tree.at("main/step");
/// double ofRank3 = profile.column("time").at(3, step); // NaN where nothing was measured
/// ```
///
/// Imports: treeline.array, treeline.cores, treeline.text
package treeline.model;
