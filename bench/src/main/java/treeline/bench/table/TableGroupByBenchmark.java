package treeline.bench.table;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import treeline.model.ImmutableDoubles;
import treeline.table.Aggregate;
import treeline.table.Column;
import treeline.table.Table;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// How many times longer than the loop one would write by hand does a group-by of 10 million rows
/// take (sum, mean and maximum of a real column)? `dense` keys count from 0 as ranks and nodes do,
/// `scattered` ones are spread over all longs as hashes and addresses are.
///
/// [#byArrayIndex()] is the limit: it is told the group of each row as a small number.
/// [#byHashing()] is a fused open-addressing loop that is told the number of groups. Neither counts
/// missing values, compensates sums or keeps which row is in which group; the table does.
///
/// ```
/// mvn -q -o package -pl bench -am -DskipTests
/// java -cp 'bench/target/*:bench/target/lib/*' org.openjdk.jmh.Main TableGroupBy
/// java -Xms3g -Xmx3g -XX:+AlwaysPreTouch -cp 'bench/target/*:bench/target/lib/*' \
///     treeline.bench.table.TableGroupByBenchmark
/// ```
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
public class TableGroupByBenchmark {
    private static final int ROWS = 10_000_000;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    @Param({"1000", "100000", "1000000"})
    int groups;

    @Param({"dense", "scattered"})
    String keys;

    private int[] group = new int[0];
    private long[] key = new long[0];
    private double[] value = new double[0];
    private Table table = Table.of();

    @Setup
    public void fill() {
        var random = new Random(1);
        boolean dense = keys.equals("dense");
        long[] keyOf = new long[groups];
        Arrays.setAll(keyOf, at -> dense ? at : random.nextLong());
        group = new int[ROWS];
        Arrays.setAll(group, _ -> random.nextInt(groups));
        key = new long[ROWS];
        Arrays.setAll(key, row -> keyOf[group[row]]);
        value = new double[ROWS];
        Arrays.setAll(value, _ -> random.nextDouble());
        table = Table.of(Column.whole("key", key), Column.real("value", value));
    }

    @Benchmark
    public Table byTable() {
        return table.groupBy("key")
                .aggregate(Aggregate.sum("value"), Aggregate.mean("value"), Aggregate.max("value"));
    }

    /// The columns of the result: what a loop by hand leaves behind.
    public record Result(ImmutableDoubles sum, ImmutableDoubles mean, ImmutableDoubles max) {}

    @Benchmark
    public Result byArrayIndex() {
        double[] sum = new double[groups];
        double[] max = new double[groups];
        int[] count = new int[groups];
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        for (int row = 0; row < ROWS; row++) {
            int at = group[row];
            sum[at] += value[row];
            max[at] = Math.max(max[at], value[row]);
            count[at]++;
        }
        return new Result(
                ImmutableDoubles.owning(sum),
                ImmutableDoubles.owning(means(sum, count)),
                ImmutableDoubles.owning(max));
    }

    @Benchmark
    public Result byHashing() {
        int slots = Integer.highestOneBit(groups) * 4;
        int shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
        long[] keyAt = new long[slots];
        double[] sum = new double[slots];
        double[] max = new double[slots];
        int[] count = new int[slots];
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        for (int row = 0; row < ROWS; row++) {
            long wanted = key[row];
            int at = (int) ((wanted * GOLDEN) >>> shift);
            while (count[at] != 0 && keyAt[at] != wanted) at = (at + 1) & (slots - 1);
            keyAt[at] = wanted;
            sum[at] += value[row];
            max[at] = Math.max(max[at], value[row]);
            count[at]++;
        }
        return new Result(
                ImmutableDoubles.owning(sum),
                ImmutableDoubles.owning(means(sum, count)),
                ImmutableDoubles.owning(max));
    }

    /// The least CPU time of ten calls each, for machines that others use at the same time.
    public static void main(String[] args) {
        for (String keys : List.of("dense", "scattered"))
            for (int groups : new int[] {1_000, 100_000, 1_000_000}) {
                var benchmark = new TableGroupByBenchmark();
                benchmark.keys = keys;
                benchmark.groups = groups;
                benchmark.fill();
                System.out.printf(
                        "%-9s %,9d groups: array index %3d, hashing %3d, table %3d CPU ms%n",
                        keys,
                        groups,
                        leastCpuMillis(benchmark::byArrayIndex),
                        leastCpuMillis(benchmark::byHashing),
                        leastCpuMillis(benchmark::byTable));
            }
    }

    private static long leastCpuMillis(Supplier<?> call) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long start = threads.getCurrentThreadCpuTime();
            Objects.requireNonNull(call.get());
            least = Math.min(least, threads.getCurrentThreadCpuTime() - start);
        }
        return TimeUnit.NANOSECONDS.toMillis(least);
    }

    private static double[] means(double[] sum, int[] count) {
        double[] mean = new double[sum.length];
        Arrays.setAll(mean, at -> sum[at] / count[at]);
        return mean;
    }
}
