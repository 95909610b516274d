package treeline.formats.ncu;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

class KernelJoinTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path             tag   rank0  rank1
                    main             -         1      2
                    main/solve       COMP      3      4
                    main/solve/axpy  -     1+2+3      -
                    main/a           -         -      -
                    main/a/dot       -         1      1
                    main/b           -         -      -
                    main/b/dot       -         1      1
                    """);

    @Test
    void metricsOfAKernelComeToTheNodeOfItsName() {
        KernelJoin.Joined joined = KernelJoin.join(RUN, kernels("void axpy<int>(double *)", 7));
        Profile profile = joined.profile();
        int axpy = profile.tree().at("main/solve/axpy");
        Metric metric = new Metric("ncu.dram", Unit.BYTES, Metric.Scope.EXCLUSIVE);
        assertThat(profile.column(metric).at(0, axpy)).isEqualTo(7);
        assertThat(joined.missing()).isEmpty();
        assertThat(joined.ambiguous()).isEmpty();
    }

    @Test
    void theAnnotatedRunStaysAsItWas() {
        Profile profile = KernelJoin.join(RUN, kernels("axpy", 7)).profile();
        int axpy = profile.tree().at("main/solve/axpy");
        int rank0 = profile.contexts().indexOf(Context.ofRank(0));
        assertThat(profile.column("time").at(rank0, axpy)).isEqualTo(6);
        var rows = profile.column("time").byContext();
        assertThat(rows.series(rows.find(rank0, axpy))).containsExactly(1, 2, 3);
        assertThat(profile.outline().label("tag", profile.tree().at("main/solve")))
                .isEqualTo("COMP");
    }

    @Test
    void streamsTakenTogetherAddNoContext() {
        Profile joined = KernelJoin.join(RUN, kernels("axpy", 7)).profile();
        assertThat(joined.contexts()).isEqualTo(RUN.contexts());
        int axpy = joined.tree().at("main/solve/axpy");
        for (int context = 0; context < joined.contexts().size(); context++)
            assertThat(joined.column("ncu.dram").at(context, axpy)).isEqualTo(7);
    }

    @Test
    void kernelsThatAreNowhereOrAtSeveralNodesAreNamed() {
        assertThat(KernelJoin.join(RUN, kernels("fft", 7)).missing()).containsExactly("fft");
        assertThat(KernelJoin.join(RUN, kernels("dot(int)", 7)).ambiguous())
                .containsExactly("dot(int)");
    }

    @Test
    void nvtxRangesDecideBetweenNodes() {
        Profile kernels = inRange("b", "dot(int)", 3);
        KernelJoin.Joined joined = KernelJoin.join(RUN, kernels);
        assertThat(joined.ambiguous()).isEmpty();
        assertThat(joined.missing()).as("ranges are no kernels").isEmpty();
        Profile profile = joined.profile();
        assertThat(profile.column("ncu.dram").at(0, profile.tree().at("main/b/dot"))).isEqualTo(3);
        assertThat(profile.column("ncu.dram").at(0, profile.tree().at("main/a/dot"))).isNaN();
        assertThat(KernelJoin.join(RUN, inRange("c", "dot", 3)).ambiguous()).containsExactly("dot");
    }

    @Test
    void aKernelOfAnotherRangeIsNotPutWhereOnlyItsNameIs() {
        KernelJoin.Joined joined = KernelJoin.join(RUN, inRange("a", "axpy", 3));
        assertThat(joined.missing()).containsExactly("axpy in a");
        assertThat(joined.profile().metrics()).hasSize(1);
    }

    /// As a kernel that runs once to warm up and then in the region that measures it.
    @Test
    void eachLaunchGoesToTheNodeOfItsRanges() {
        Profile run =
                profileOf(
                        """
                        path                 rank0
                        suite                    1
                        suite/daxpy              1
                        suite/basic              1
                        suite/basic/daxpy        1
                        suite/basic/D            1
                        suite/basic/D/daxpy      1
                        """);
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("dram", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        int stream = builder.context(streamContext());
        int suite = builder.child(ProfileBuilder.ROOT, Frame.region("suite"));
        int basic = builder.child(suite, Frame.region("basic"));
        int above = builder.child(basic, Frame.region("D"));
        var kernel = new Frame(Frame.Kind.KERNEL, "void daxpy<256>(double *)", "", 0, "");
        builder.add(metric, stream, builder.child(suite, kernel), 1);
        builder.add(metric, stream, builder.child(basic, kernel), 10);
        builder.add(metric, stream, builder.child(above, kernel), 100);
        KernelJoin.Joined joined = KernelJoin.join(run, builder.build());
        assertThat(joined.ambiguous()).isEmpty();
        assertThat(joined.missing()).isEmpty();
        Profile profile = joined.profile();
        assertThat(profile.column("ncu.dram").at(0, profile.tree().at("suite/daxpy"))).isEqualTo(1);
        assertThat(profile.column("ncu.dram").at(0, profile.tree().at("suite/basic/daxpy")))
                .isEqualTo(10);
        assertThat(profile.column("ncu.dram").at(0, profile.tree().at("suite/basic/D/daxpy")))
                .isEqualTo(100);
    }

    @Test
    void rangesThatLeaveSeveralNodesAreReported() {
        assertThat(KernelJoin.join(RUN, inRange("main", "dot", 3)).ambiguous())
                .containsExactly("dot in main");
    }

    @Test
    void aKernelInSeveralRangesIsRolledUpByItsLaunches() {
        var builder = new ProfileBuilder();
        int stream = builder.context(streamContext());
        int metric = builder.metric(new Metric("share", Unit.COUNT, Metric.Scope.POINT));
        int launches = builder.metric(NcuReader.LAUNCHES);
        for (String range : new String[] {"setup", "finish"}) {
            int above = builder.child(ProfileBuilder.ROOT, Frame.region(range));
            int node = builder.child(above, new Frame(Frame.Kind.KERNEL, "axpy", "", 0, ""));
            builder.add(metric, stream, node, range.equals("setup") ? 10 : 40);
            builder.add(launches, stream, node, range.equals("setup") ? 2 : 1);
        }
        Profile joined = KernelJoin.join(RUN, builder.build()).profile();
        int axpy = joined.tree().at("main/solve/axpy");
        assertThat(joined.column("ncu.share").at(0, axpy)).isEqualTo(20);
        assertThat(joined.column("ncu.launches").at(0, axpy)).isEqualTo(3);
    }

    private static Profile inRange(String range, String name, double bytes) {
        var builder = new ProfileBuilder();
        int above = builder.child(ProfileBuilder.ROOT, Frame.region(range));
        int node = builder.child(above, new Frame(Frame.Kind.KERNEL, name, "", 0, ""));
        int metric = builder.metric(new Metric("dram", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        builder.add(metric, builder.context(streamContext()), node, bytes);
        return builder.build();
    }

    @Test
    void bareNamesHaveNoTypesAndArguments() {
        assertThat(KernelPlaces.bareName("void ns::reduce<int>(T1 *)")).isEqualTo("ns::reduce");
        assertThat(KernelPlaces.bareName("axpy(double, int)")).isEqualTo("axpy");
        assertThat(KernelPlaces.bareName("axpy")).isEqualTo("axpy");
        assertThat(KernelPlaces.bareName("<lambda>")).isEqualTo("<lambda>");
    }

    private static Profile kernels(String name, double bytes) {
        var builder = new ProfileBuilder();
        int node =
                builder.child(ProfileBuilder.ROOT, new Frame(Frame.Kind.KERNEL, name, "", 0, ""));
        int metric = builder.metric(new Metric("dram", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        builder.add(metric, builder.context(streamContext()), node, bytes);
        return builder.build();
    }

    private static Context streamContext() {
        return new Context("", Context.NONE, Context.NONE, 7, Context.NONE);
    }
}
