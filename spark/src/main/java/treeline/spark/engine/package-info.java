/// The engine that goes over the parts of a run on the machines of a cluster.
@NullMarked
package treeline.spark.engine;

import org.jspecify.annotations.NullMarked;
