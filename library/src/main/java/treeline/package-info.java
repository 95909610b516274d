/// The library: `Treeline.open(path)` and `Treeline.openAll(pattern)`, with a method for each
/// question.
///
/// ```java
/// var run = Treeline.open("run.tldb");
/// System.out.println(run.tree());
/// System.out.println(run.imbalance().table().head(5));
/// System.out.println(Treeline.openAll("runs/*.tldb").speedup());
/// ```
///
/// Imports: treeline.aggregate, treeline.dashboard, treeline.ensemble, treeline.formats,
/// treeline.formats.parquet, treeline.model, treeline.numbers, treeline.question,
/// treeline.question.answer, treeline.question.input, treeline.question.list,
/// treeline.question.parameter, treeline.question.runs.input, treeline.scaling.model,
/// treeline.select, treeline.source, treeline.source.files, treeline.table, treeline.transform
package treeline;
