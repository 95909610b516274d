package treeline.formats.hpctoolkit.metrics;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Metrics;

import java.util.ArrayList;
import java.util.List;

/// A metric as described by `meta.db`. Its values use two overlapping id spaces: those of
/// [Instance] in every thread's profile and in `cct.db`, those of [Summary] in the summary profile.
public record StoredMetric(String name, List<Instance> instances, List<Summary> summaries) {

    /// The propagation scope of values.
    public record Scope(String name, Type type, int bit) {
        public enum Type {
            /// A rule that the file does not tell.
            CUSTOM,
            /// What was measured on the context itself.
            POINT,
            /// With all descendants.
            EXECUTION,
            /// With those children whose propagation mask has the scope's bit.
            TRANSITIVE,
            /// Of a later version.
            UNKNOWN;

            static Type of(int stored) {
                return switch (stored) {
                    case 0 -> CUSTOM;
                    case 1 -> POINT;
                    case 2 -> EXECUTION;
                    case 3 -> TRANSITIVE;
                    default -> UNKNOWN;
                };
            }
        }
    }

    /// The metric in one scope, for single threads.
    public record Instance(Scope scope, int id) {}

    /// A statistic over all threads of the metric in one scope.
    public record Summary(Scope scope, String formula, int combine, int id) {
        static final int SUM = 0;

        /// The sum of the threads' values, which means what the values mean.
        public boolean isPlainSum() {
            return combine == SUM && formula.equals("$$");
        }

        /// Such as `max` or `sum of ($$^2)`.
        public String text() {
            String by =
                    switch (combine) {
                        case SUM -> "sum";
                        case 1 -> "min";
                        case 2 -> "max";
                        default -> "combined";
                    };
            if (formula.equals("$$")) return by;
            return formula.equals("1") && combine == SUM ? "count" : by + " of " + formula;
        }
    }

    public StoredMetric {
        instances = List.copyOf(instances);
        summaries = List.copyOf(summaries);
    }

    public static List<StoredMetric> read(DatabaseFile meta) {
        long header = meta.section(HpctoolkitLayout.METRICS, Metrics.SUMMARY_BYTES_AT + 1);
        int metricBytes = meta.u8(header + Metrics.METRIC_BYTES_AT);
        int instanceBytes = meta.u8(header + Metrics.SCOPE_INSTANCE_BYTES_AT);
        int summaryBytes = meta.u8(header + Metrics.SUMMARY_BYTES_AT);
        refuseDrafts(meta, header, metricBytes, instanceBytes, summaryBytes);
        int count = meta.number(header + Metrics.COUNT_AT, "a number of metrics");
        long first = meta.array(header + Metrics.METRICS_AT, count, metricBytes, "metrics");
        List<StoredMetric> metrics = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = first + (long) i * metricBytes;
            metrics.add(
                    new StoredMetric(
                            meta.text(at + Metrics.NAME_AT),
                            instances(meta, at, instanceBytes),
                            summaries(meta, at, summaryBytes)));
        }
        return metrics;
    }

    /// Files of mid-2022 say 4.0 too but are laid out otherwise; only their element sizes tell.
    private static void refuseDrafts(
            DatabaseFile meta, long header, int metricBytes, int instanceBytes, int summaryBytes) {
        if (metricBytes >= Metrics.METRIC_BYTES
                && instanceBytes >= Metrics.SCOPE_INSTANCE_BYTES
                && summaryBytes >= Metrics.SUMMARY_BYTES) return;
        throw meta.malformed(
                header + Metrics.METRIC_BYTES_AT,
                "metrics of %d, %d and %d bytes"
                        .formatted(
                                Metrics.METRIC_BYTES,
                                Metrics.SCOPE_INSTANCE_BYTES,
                                Metrics.SUMMARY_BYTES),
                "%d, %d and %d: a pre-release draft of HPCToolkit's format 4.0; rerun hpcprof (release 2022.10 or later) on the measurements"
                        .formatted(metricBytes, instanceBytes, summaryBytes));
    }

    private static List<Instance> instances(DatabaseFile meta, long metric, int stride) {
        int count = meta.u16(metric + Metrics.INSTANCE_COUNT_AT);
        long first = meta.array(metric + Metrics.INSTANCES_AT, count, stride, "propagated metrics");
        List<Instance> instances = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = first + (long) i * stride;
            instances.add(
                    new Instance(
                            scope(meta, at + Metrics.INSTANCE_SCOPE_AT),
                            meta.u16(at + Metrics.INSTANCE_ID_AT)));
        }
        return instances;
    }

    private static List<Summary> summaries(DatabaseFile meta, long metric, int stride) {
        int count = meta.u16(metric + Metrics.SUMMARY_COUNT_AT);
        long first = meta.array(metric + Metrics.SUMMARIES_AT, count, stride, "statistics");
        List<Summary> summaries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = first + (long) i * stride;
            summaries.add(
                    new Summary(
                            scope(meta, at + Metrics.SUMMARY_SCOPE_AT),
                            meta.text(at + Metrics.SUMMARY_FORMULA_AT),
                            meta.u8(at + Metrics.SUMMARY_COMBINE_AT),
                            meta.u16(at + Metrics.SUMMARY_ID_AT)));
        }
        return summaries;
    }

    private static Scope scope(DatabaseFile meta, long pointerAt) {
        long at = meta.array(pointerAt, 1, Metrics.SCOPE_BYTES, "a propagation scope");
        Scope.Type type = Scope.Type.of(meta.u8(at + Metrics.SCOPE_TYPE_AT));
        return new Scope(
                meta.text(at + Metrics.SCOPE_NAME_AT), type, meta.u8(at + Metrics.SCOPE_BIT_AT));
    }
}
