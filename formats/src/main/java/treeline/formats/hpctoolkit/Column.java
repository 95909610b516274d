package treeline.formats.hpctoolkit;

import treeline.model.Metric;

/// A metric of the outline and where its values come from.
sealed interface Column permits ValueColumn, ComputedColumn {
    Metric metric();
}
