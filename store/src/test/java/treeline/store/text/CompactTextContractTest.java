package treeline.store.text;

import static treeline.testkit.Drawing.profileOf;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class CompactTextContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CompactTextFormat();
    }

    @Override
    protected Optional<ProfileExporter> exporter() {
        return Optional.of(new CompactTextExporter());
    }

    @Override
    protected boolean noticesEveryFlip() {
        return true;
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        List<Profile> profiles =
                List.of(recorded(), allContexts(), oddNames(), twoMetrics(), empty());
        List<Path> paths = new ArrayList<>();
        for (Profile profile : profiles) {
            Path path = into.resolve("sample-%d.tltext".formatted(paths.size()));
            new CompactTextExporter().export(profile, path);
            paths.add(path);
        }
        return paths;
    }

    private static Profile recorded() {
        return profileOf(
                        """
                        path          loop  tag   rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main          -     -           1.5      2e-07          3          -
                        main/compute  each  COMP      1+2+3      4+_+5          -         -6
                        main/comm     sum   COMM          0          -          9          8
                        """)
                .withMetadata(
                        Metadata.NONE
                                .with("command", "./run -n 2, \"fast\"")
                                .with("ranks", 2)
                                .with("rate", new Metadata.Value.Real(-0.25))
                                .with("dry", new Metadata.Value.Flag(true)));
    }

    private static Profile allContexts() {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        int node = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        int value = 0;
        for (Context context :
                List.of(
                        Context.WHOLE,
                        Context.ofRank(0),
                        Context.ofRank(0).inRepetition(2),
                        Context.ofThread(1, 0),
                        Context.ofThread(1, 1),
                        new Context("n01!", 2, 0, 7, 1),
                        new Context("", Context.NONE, Context.NONE, 3, Context.NONE)))
            builder.add(metric, builder.context(context), node, value++);
        return builder.build();
    }

    private static Profile oddNames() {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("a:b,c", Unit.of("odd:"), Metric.Scope.POINT));
        int context = builder.context(Context.WHOLE);
        int parent = ProfileBuilder.ROOT;
        for (Frame.Kind kind : Frame.Kind.values()) {
            parent = builder.child(parent, new Frame(kind, "a<b|c-d+e,é" + kind, "x%.c", 3, "m\n"));
            builder.add(metric, context, parent, 1.0 / 3);
            builder.label("tag:1", parent, ",@");
        }
        return builder.build();
    }

    /// Siblings of one frame have values in different ranks here, so that a part of the file can be
    /// told from the whole.
    private static Profile twoMetrics() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE));
        int memory =
                builder.metric(
                        new Metric(
                                "mem",
                                new Unit("kB", Unit.Dimension.BYTES, 1000),
                                Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int rank = 0; rank < 6; rank++) {
            int call = builder.newChild(main, Frame.region("call"));
            builder.add(time, builder.context(Context.ofRank(rank)), call, rank * 0.1);
            builder.add(memory, builder.context(Context.ofRank(rank)), call, Double.NaN);
        }
        return builder.build();
    }

    private static Profile empty() {
        return new ProfileBuilder().build();
    }

    @Override
    protected boolean mayBeEmpty() {
        return true;
    }
}
