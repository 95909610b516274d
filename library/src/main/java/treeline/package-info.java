/// The door: `Treeline.open(path)` and `Treeline.openAll(pattern)`, and the questions of the
/// command line as calls.
///
/// ```java
/// var run = Treeline.open("run.tldb");
/// System.out.println(run.tree());
/// System.out.println(run.imbalance().head(5));
/// System.out.println(Treeline.openAll("runs/*.cali").ensemble().speedup());
/// ```
package treeline;
