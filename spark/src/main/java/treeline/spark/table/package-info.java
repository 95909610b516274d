/// Profiles of any format as tables of Spark SQL.
@NullMarked
package treeline.spark.table;

import org.jspecify.annotations.NullMarked;
