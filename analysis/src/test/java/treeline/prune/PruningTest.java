package treeline.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;

import java.util.ArrayList;
import java.util.List;

class PruningTest {
    private static List<String> names(String rules, Profile profile) {
        Pruned pruned =
                Pruning.of(PruneRules.parse(rules))
                        .in(profile.outline(), Numbers.of(profile, "time"));
        CallTree tree = pruned.of(profile).tree();
        List<String> paths = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) paths.add(String.join("/", tree.path(node)));
        return paths;
    }

    private static Profile path(Frame... frames) {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int node = ProfileBuilder.ROOT;
        for (Frame frame : frames) {
            node = builder.child(node, frame);
            builder.add(time, whole, node, 1);
        }
        return builder.build();
    }

    private static Frame in(String module, String name) {
        return new Frame(Kind.FUNCTION, name, "", 0, module);
    }

    private static Frame function(String name) {
        return Frame.function(name);
    }

    /// The total is that of all roots: 100, not the first one's 60.
    @Test
    void aShareIsOfAllRootsAndExactlyTheShareStays() {
        Profile run =
                profileOf(
                        """
                        metric time s inclusive
                        path       rank0  rank1
                        main          30     30
                        main/a         5      5
                        main/b         5    4.9
                        thread        20     19
                        tiny         0.5    0.5
                        """);
        assertThat(names("10%", run)).containsExactly("main", "main/a", "thread");
        assertThat(names("100%", run)).isEmpty();
    }

    @Test
    void aNodeThatNobodyMeasuredCostsNothing() {
        Profile run = profileOf("path rank0\nmain 10\nmain/a -\nmain/a/b -\n");
        assertThat(names("0.0001%", run)).containsExactly("main");
    }

    @Test
    void nothingIsBelowAShareOfNothing() {
        assertThat(names("50%", profileOf("path rank0\nmain 0\nmain/a 0\n"))).hasSize(2);
        assertThat(names("50%", profileOf("path rank0\nmain 5\ncredit -5\n"))).hasSize(2);
    }

    @Test
    void functionsHangOnTheNearestFunctionEachCallSiteByItself() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, function("main"));
        for (int line = 1; line <= 2; line++) {
            int at = builder.child(main, new Frame(Kind.LINE, "a.c:" + line, "a.c", line, ""));
            builder.add(time, whole, builder.child(at, function("solve")), line);
        }
        assertThat(names("functions", builder.build()))
                .containsExactly("main", "main/solve", "main/solve");
    }

    @Test
    void theCallOfMpiStaysWithoutWhatIsInside() {
        assertThat(
                        names(
                                "mpi",
                                path(
                                        function("main"),
                                        function("MPI_Send"),
                                        function("PMPI_Send"),
                                        function("MPIC_Wait"))))
                .containsExactly("main", "main/MPI_Send");
    }

    @Test
    void theProgramsCodeStaysWhereARuntimeCallsIt() {
        assertThat(
                        names(
                                "openmp",
                                path(
                                        function("main"),
                                        function("GOMP_parallel"),
                                        function("main._omp_fn.0"),
                                        function("sweep"),
                                        function("GOMP_barrier"),
                                        function("gomp_team_barrier_wait_end"))))
                .containsExactly(
                        "main",
                        "main/GOMP_parallel",
                        "main/GOMP_parallel/main._omp_fn.0",
                        "main/GOMP_parallel/main._omp_fn.0/sweep",
                        "main/GOMP_parallel/main._omp_fn.0/sweep/GOMP_barrier");
        assertThat(
                        names(
                                "openmp",
                                path(
                                        function("main"),
                                        function("__kmpc_fork_call"),
                                        function("__kmp_fork_call"),
                                        function("__kmp_invoke_microtask"),
                                        function("work"))))
                .containsExactly("main", "main/__kmpc_fork_call", "main/__kmpc_fork_call/work");
    }

    @Test
    void codeOfTheCallersBinaryIsTheProgramsOwn() {
        assertThat(
                        names(
                                "mpi",
                                path(
                                        in("/home/a.out", "main"),
                                        in("/opt/libmpi.so", "MPI_Reduce"),
                                        in("/opt/libmpi.so", "ompi_op_reduce"),
                                        in("/home/a.out", "my_sum"))))
                .containsExactly("main", "main/MPI_Reduce", "main/MPI_Reduce/my_sum");
    }

    /// In a statically linked program, the library's functions are of the same binary.
    @Test
    void theBinarySaysNothingOfALibraryThatIsPartOfIt() {
        assertThat(
                        names(
                                "mpi",
                                path(
                                        in("/home/a.out", "main"),
                                        in("/home/a.out", "MPI_Reduce"),
                                        in("/home/a.out", "ompi_op_reduce"),
                                        in("/home/a.out", "opal_progress"))))
                .containsExactly("main", "main/MPI_Reduce");
    }

    private static Frame line(String text) {
        return new Frame(Kind.LINE, text, "", 0, "");
    }

    /// HPCToolkit writes the lines of the calls between functions.
    @Test
    void linesBelongToTheFunctionAroundThem() {
        assertThat(
                        names(
                                "mpi",
                                path(
                                        in("/home/a.out", "main"),
                                        line("a.c:3"),
                                        in("/opt/libmpi.so", "MPI_Reduce"),
                                        line("reduce.c:9"),
                                        in("/opt/libmpi.so", "ompi_op_reduce"),
                                        in("/home/a.out", "my_sum"))))
                .containsExactly(
                        "main",
                        "main/a.c:3",
                        "main/a.c:3/MPI_Reduce",
                        "main/a.c:3/MPI_Reduce/my_sum");
        assertThat(
                        names(
                                "openmp",
                                path(
                                        function("main"),
                                        function("__kmpc_fork_call"),
                                        function("__kmp_invoke_microtask"),
                                        line("z_Linux_asm.S:1166"),
                                        function("work"))))
                .containsExactly("main", "main/__kmpc_fork_call", "main/__kmpc_fork_call/work");
        assertThat(
                        names(
                                "openmp",
                                path(
                                        function("main"),
                                        function("__kmpc_fork_call"),
                                        line("kmp_csupport.cpp:5"),
                                        function("helper"))))
                .containsExactly("main", "main/__kmpc_fork_call");
    }

    @Test
    void aLibraryCallWithoutACallerHasNoProgramInside() {
        assertThat(names("mpi", path(in("l.so", "MPI_Init"), in("l.so", "x"), in("a.out", "y"))))
                .containsExactly("MPI_Init");
    }

    @Test
    void kernelsStayBelowTheCallThatStartsThem() {
        assertThat(
                        names(
                                "cuda",
                                path(
                                        function("main"),
                                        function("cudaLaunchKernel<char>"),
                                        function("cudaLaunchKernel"),
                                        new Frame(Kind.KERNEL, "<gpu kernel>", "", 0, ""),
                                        function("daxpy"))))
                .containsExactly(
                        "main",
                        "main/cudaLaunchKernel<char>",
                        "main/cudaLaunchKernel<char>/<gpu kernel>",
                        "main/cudaLaunchKernel<char>/<gpu kernel>/daxpy");
    }

    @Test
    void systemLibrariesGoButNotCallsOfAKnownLibrary() {
        assertThat(
                        names(
                                "system",
                                path(
                                        in("/lib64/libc.so.6", "start_thread"),
                                        in("/home/a.out", "main"),
                                        in("/usr/lib/libmpi.so", "MPI_Send"),
                                        in("ld-linux-x86-64.so.2", "_dl_fixup"),
                                        in("/home/libcrypt2.so", "own"))))
                .containsExactly("main", "main/MPI_Send", "main/MPI_Send/own");
    }

    @Test
    void codeWithoutSourceGoesWhereTheRunKnowsSources() {
        Profile run =
                path(
                        new Frame(Kind.FUNCTION, "main", "a.c", 1, "a.out"),
                        in("lib.so", "stripped"),
                        in("lib.so", "MPI_Send"),
                        function("<unknown procedure>"));
        assertThat(names("unknown", run)).containsExactly("main", "main/MPI_Send");
        assertThat(names("unknown", path(function("main"), function("solve")))).hasSize(2);
    }

    @Test
    void modulesGoByAPatternOfTheirPathOrFileName() {
        Profile run = path(in("/x/a.out", "main"), in("/x/libfoo.so.1", "f"), in("b", "g"));
        assertThat(names("module:libfoo*", run)).containsExactly("main", "main/g");
        assertThat(names("module:/x/*", run)).containsExactly("g");
    }

    @Test
    void rulesSayWhatTheyLeaveOutAloneAndInTheirOrder() {
        Profile run = path(function("main"), function("MPI_Send"), function("PMPI_Send"));
        Pruned pruned =
                Pruning.of(PruneRules.parse("50%,mpi")).in(run.outline(), Numbers.of(run, "time"));
        assertThat(pruned.alone(0)).isEqualTo(1);
        assertThat(pruned.alone(1)).isEqualTo(1);
        assertThat(pruned.left(0)).isEqualTo(2);
        assertThat(pruned.left(1)).isEqualTo(2);
        assertThat(pruned.before()).isEqualTo(3);
    }

    /// `system` drops main; its callee was not a root before.
    @Test
    void aRunHasNewRootsIfACalleeLostAllItsCallers() {
        Profile run =
                path(in("/lib64/libc.so.6", "start"), in("/lib64/libc.so.6", "run"), in("a", "f"));
        assertThat(pruned("system", run).hasNewRoots()).isTrue();
        assertThat(pruned("module:a", run).hasNewRoots()).isFalse();
        assertThat(pruned("module:none", run).hasNewRoots()).isFalse();
        Profile below = path(in("a", "main"), in("/lib64/libc.so.6", "qsort"), in("a", "less"));
        assertThat(pruned("system", below).hasNewRoots()).isFalse();
        assertThat(pruned("module:a", below).hasNewRoots()).isTrue();
        Profile roots = profileOf("path rank0\nlibc 1\nmain 5\n");
        assertThat(pruned("50%", roots).hasNewRoots()).isFalse();
    }

    private static Pruned pruned(String rules, Profile run) {
        return Pruning.of(PruneRules.parse(rules)).in(run.outline(), Numbers.of(run, "time"));
    }

    @Test
    void rulesSayWhetherTheyNeedCosts() {
        PruneRule own = _ -> _ -> PruneRule.Fate.STAYS;
        assertThat(Pruning.of(PruneRules.parse("mpi,functions")).needsCosts()).isFalse();
        assertThat(Pruning.of(PruneRules.parse("mpi,1%")).needsCosts()).isTrue();
        assertThat(Pruning.of(own).needsCosts()).isTrue();
        assertThat(Pruning.of(own).hasShare()).isFalse();
        assertThat(Pruning.of(PruneRules.parse("mpi,1%")).hasShare()).isTrue();
    }

    @Test
    void rulesHaveTheTextThatUsersWrite() {
        Pruning none = Pruning.of();
        Pruning both =
                Pruning.of(PruneRules.parse("1.50%, MPI"))
                        .and(Pruning.of(_ -> _ -> PruneRule.Fate.STAYS));
        assertThat(none.isEmpty()).isTrue();
        assertThat(both.isEmpty()).isFalse();
        assertThat(both.rules()).hasSize(3);
        assertThat(both.text()).isEqualTo("1.50%, mpi, own rule");
        String words = "functions, system, unknown, module:a*";
        assertThat(Pruning.of(PruneRules.parse(words)).text()).isEqualTo(words);
    }

    @Test
    void ownRulesSeeFramesAndCosts() {
        Profile run = profileOf("path rank0 rank1\nmain 1 2\nmain/log - -\n");
        TreeCosts costs = TreeCosts.of(run.outline(), Numbers.of(run, "time"));
        assertThat(costs.frame(1).name()).isEqualTo("log");
        assertThat(costs.cost(0)).isEqualTo(3);
        assertThat(costs.cost(1)).isZero();
        TreeCosts none = TreeCosts.none(run.outline());
        assertThat(none.cost(0) + none.total()).isZero();
        assertThatThrownBy(() -> new TreeCosts(run.outline(), ImmutableDoubles.owning(1), 1))
                .hasMessage("1 values for 2 nodes");
    }

    /// `<gpu copyin>` is work without code; a line has code; a region has none.
    @Test
    void onlyCodeCanBeUnknown() {
        Profile run =
                path(
                        new Frame(Kind.FUNCTION, "main", "a.c", 1, ""),
                        function("<gpu copyin>"),
                        new Frame(Kind.REGION, "phase", "", 0, ""),
                        new Frame(Kind.LINE, "?", "", 0, ""),
                        new Frame(Kind.FUNCTION, "<init", "", 0, ""),
                        new Frame(Kind.FUNCTION, "operator>", "", 0, ""));
        assertThat(names("unknown", run))
                .containsExactly("main", "main/<gpu copyin>", "main/<gpu copyin>/phase");
        assertThat(
                        names(
                                "unknown",
                                path(
                                        new Frame(Kind.REGION, "phase", "a.c", 1, ""),
                                        function("solve"))))
                .hasSize(2);
    }

    @Test
    void errorsSayWhatIsExpected() {
        assertThatThrownBy(() -> PruneRules.parse("1%,mpy"))
                .hasMessage(
                        "rules such as 1%, functions, mpi, openmp, cuda, hip, levelzero, opencl,"
                                + " shmem, nccl, system, unknown, module:GLOB, not 'mpy'");
        assertThatThrownBy(() -> PruneRules.parse("module:"))
                .hasMessageEndingWith(", not 'module:'");
        assertThatThrownBy(() -> PruneRules.parse("x%"))
                .hasMessage("a percentage such as 1% or 0.01%, not 'x%'");
        assertThatThrownBy(() -> PruneRules.parse("0%"))
                .hasMessage("a percentage above 0 % and at most 100 %, not 0%");
        assertThatThrownBy(() -> PruneRules.parse("101%"))
                .hasMessage("a percentage above 0 % and at most 100 %, not 101%");
        Profile readings = profileOf("metric rss B point\npath rank0\nmain 3\n");
        assertThatThrownBy(
                        () ->
                                Pruning.of(PruneRules.below(1))
                                        .in(readings.outline(), Numbers.of(readings, "rss")))
                .hasMessage("'rss' is a point reading and has no total to compute percentages of");
    }
}
