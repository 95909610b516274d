/// The library: `Treeline.open(path)` and `Treeline.openAll(pattern)`, with a method for each
/// question.
///
/// ```java
/// var run = Treeline.open("run.tldb");
/// System.out.println(run.tree());
/// System.out.println(run.imbalance().table().head(5));
/// System.out.println(Treeline.openAll("runs/*.cali").speedup());
/// ```
package treeline;
