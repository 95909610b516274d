/// Profiles of any format as tables of Spark SQL.
///
/// Imports: treeline.aggregate, treeline.formats, treeline.model, treeline.numbers,
/// treeline.source, treeline.spark.engine, treeline.text
@NullMarked
package treeline.spark.table;

import org.jspecify.annotations.NullMarked;
