package treeline.formats.hpctoolkit.values;

import treeline.model.Metric;

/// A metric of the outline with the origin of its values: stored, or computed by the taxonomy.
public sealed interface DatabaseColumn permits ValueColumn, ComputedColumn {
    Metric metric();
}
