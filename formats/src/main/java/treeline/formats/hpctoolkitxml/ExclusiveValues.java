package treeline.formats.hpctoolkitxml;

import treeline.model.CallTree;
import treeline.model.Frame;

/// Computes exclusive values from HPCToolkit's, in which the value of a function or loop includes
/// lines below it.
///
/// A loop includes its own lines only, a function those of all its loops as well. Whether a
/// function also includes the lines of procedures inlined into it depends on the release. Therefore
/// the largest of these sums that does not exceed the value is subtracted.
///
/// @param rounding differences below this share of a value come from rounding
record ExclusiveValues(Experiment experiment, double rounding) {
    /// Changes the stored values to those of each node alone.
    void takeOffLines(double[] byNode) {
        double[] direct = new double[byNode.length];
        double[] throughLoops = new double[byNode.length];
        double[] throughInlined = new double[byNode.length];
        CallTree tree = experiment.tree();
        for (int node = byNode.length - 1; node >= 0; node--) {
            double lines = direct[node] + throughLoops[node];
            double allLines = lines + throughInlined[node];
            double own = own(byNode[node], direct[node], lines, allLines);
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT && experiment.nested().get(node)) {
                Frame.Kind kind = tree.frame(node).kind();
                if (kind == Frame.Kind.LINE) direct[parent] += byNode[node];
                else if (kind == Frame.Kind.LOOP) {
                    throughLoops[parent] += lines;
                    throughInlined[parent] += throughInlined[node];
                } else throughInlined[parent] += allLines;
            }
            byNode[node] = own;
        }
    }

    private double own(double stored, double direct, double lines, double allLines) {
        double room = stored + rounding * Math.abs(stored);
        double repeated = allLines <= room ? allLines : lines <= room ? lines : direct;
        double own = stored - repeated;
        return Math.abs(own) <= rounding * Math.abs(stored) ? 0 : own;
    }
}
