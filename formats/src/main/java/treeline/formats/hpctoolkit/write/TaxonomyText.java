package treeline.formats.hpctoolkit.write;

import java.util.List;

/// The `metrics/default.yaml` of an exported database: every metric with its inclusive and
/// exclusive values. Viewers do not open a database without it.
public final class TaxonomyText {
    private TaxonomyText() {}

    public static String of(List<ExportedMetric> metrics) {
        var text = new StringBuilder("version: 0\n");
        text.append(metrics.isEmpty() ? "inputs: []\n" : "inputs:\n");
        for (int metric = 0; metric < metrics.size(); metric++)
            for (String scope : ExportedMetric.SCOPES)
                text.append(
                        """
                          - &m%d-%s
                            metric: %s
                            scope: %s
                            formula: $$
                            combine: sum
                        """
                                .formatted(
                                        metric, scope, quoted(metrics.get(metric).name()), scope));
        text.append(metrics.isEmpty() ? "roots: []\n" : "roots:\n");
        for (int metric = 0; metric < metrics.size(); metric++)
            text.append(root(metric, quoted(metrics.get(metric).name())));
        return text.toString();
    }

    private static String root(int metric, String name) {
        return """
          - name: %s
            description: %s
            variants:
              Sum:
                render: [number, percent]
                formula:
                  inclusive:
                    standard: *m%d-execution
                  exclusive:
                    standard: *m%d-function
        """
                .formatted(name, name, metric, metric);
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
