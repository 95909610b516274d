package treeline.formats.hpctoolkit.values;

import treeline.model.Metric;

/// A metric of the outline and where its values come from.
public sealed interface DatabaseColumn permits ValueColumn, ComputedColumn {
    Metric metric();
}
