/// The engine that goes over the parts of a run on the machines of a cluster.
///
/// Imports: treeline.aggregate, treeline.model, treeline.source, treeline.source.files
@NullMarked
package treeline.spark.engine;

import org.jspecify.annotations.NullMarked;
