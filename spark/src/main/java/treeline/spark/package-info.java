/// Treeline on Apache Spark: what users meet.
@NullMarked
package treeline.spark;

import org.jspecify.annotations.NullMarked;
