package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// PyTorch's own averages of a run, beside the trace of the same run.
class TorchAveragesTest {
    private static final Metric ALL = new Metric("time", Unit.of("us"), Scope.INCLUSIVE);
    private static final Metric ALL_OF_GPU = new Metric("gpu time", Unit.of("us"), Scope.INCLUSIVE);
    private static final Metric OWN_OF_GPU = new Metric("gpu time", Unit.of("us"), Scope.EXCLUSIVE);
    private static final Metric CALLS = new Metric("calls", Unit.COUNT, Scope.EXCLUSIVE);

    /// Columns of the table, from its name on.
    private static final int CPU_TOTAL = 4;

    private static final int SELF_CUDA = 6;
    private static final int CUDA_TOTAL = 8;
    private static final int COUNT = 14;

    @Test
    void sumsOfOperatorsAndKernelsAreThoseOfKeyAverages() throws IOException {
        List<String[]> rows = rows(TestData.require("gpu/torch-train-averages.txt"));
        Profile profile = read(TestData.require("gpu/torch-train.json.gz"));
        int compared = 0;
        for (String[] row : rows) {
            if (!row[0].startsWith("aten::")) continue;
            String[] sums = {row[CPU_TOTAL], row[SELF_CUDA], row[CUDA_TOTAL]};
            double[] ours = {
                cpuTotal(profile, row[0]), selfCuda(profile, row[0]), cudaTotal(profile, row[0])
            };
            for (int i = 0; i < sums.length; i++)
                if (!isOdd(row[0], i))
                    assertThat(ours[i])
                            .as("%s, column %d", row[0], i)
                            .isCloseTo(micros(sums[i]), within(rounding(sums[i])));
            assertThat(calls(profile, row[0])).as(row[0]).isEqualTo(Double.parseDouble(row[COUNT]));
            compared++;
        }
        assertThat(compared).isGreaterThan(20);
        assertThat(total(profile, OWN_OF_GPU))
                .as("self CUDA time total")
                .isCloseTo(17_286, within(0.5));
        System.out.printf("%d operators agree with PyTorch's averages%n", compared);
    }

    private static double total(Profile profile, Metric metric) {
        double total = 0;
        SparseRows rows = profile.column(metric).byContext();
        for (int cell = 0; cell < rows.cells(); cell++) total += rows.value(cell);
        return total;
    }

    /// PyTorch prints 3 us more as the CUDA total of `aten::copy_` than as its self time, though
    /// all work that the trace has below these operators is launched by themselves.
    private static boolean isOdd(String operator, int column) {
        return operator.equals("aten::copy_") && column == 2;
    }

    /// The stream is the first context; threads follow.
    private static double cpuTotal(Profile profile, String name) {
        double sum = 0;
        for (int node : nodes(profile, name))
            for (int context = 1; context < profile.contexts().size(); context++)
                sum += orZero(profile.column(ALL).at(context, node));
        return sum;
    }

    private static double cudaTotal(Profile profile, String name) {
        double sum = 0;
        for (int node : nodes(profile, name)) sum += orZero(profile.column(ALL_OF_GPU).at(0, node));
        return sum;
    }

    /// A kernel stands below its launch, which stands below the operator.
    private static double selfCuda(Profile profile, String name) {
        CallTree tree = profile.tree();
        double sum = 0;
        for (int node = 0; node < tree.size(); node++)
            if (tree.frame(node).kind() == Frame.Kind.KERNEL
                    && tree.name(tree.parent(tree.parent(node))).equals(name))
                sum += orZero(profile.column(OWN_OF_GPU).at(0, node));
        return sum;
    }

    private static double calls(Profile profile, String name) {
        double sum = 0;
        for (int node : nodes(profile, name))
            for (int context = 0; context < profile.contexts().size(); context++)
                sum += orZero(profile.column(CALLS).at(context, node));
        return sum;
    }

    private static List<Integer> nodes(Profile profile, String name) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < profile.tree().size(); node++)
            if (profile.tree().name(node).equals(name)) nodes.add(node);
        return nodes;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double micros(String text) {
        double number = Double.parseDouble(text.replaceAll("[a-z]", ""));
        return text.endsWith("ms") ? number * 1000 : text.endsWith("us") ? number : number * 1e6;
    }

    /// Half of the last digit.
    private static double rounding(String text) {
        return text.endsWith("ms") ? 0.51 : 0.01;
    }

    private static List<String[]> rows(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.strip().split("\\s{2,}"))
                .filter(cells -> cells.length > COUNT)
                .toList();
    }

    private static Profile read(Path file) throws IOException {
        try (ProfileSource source = new ChromeTraceFormat().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }
}
