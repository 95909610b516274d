package treeline.app.growth;

import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.StringJoiner;

/// Drawn runs of one shape each, of any size: what grows is the input, and nothing else. Deep ones
/// are deeper than the 200 frames that a path has in a table, so that all rows are of one length.
enum GrownRun {
    /// Every function calls one other.
    CHAIN(400) {
        @Override
        void draw(Drawing to, int n) {
            int at = ProfileBuilder.ROOT;
            for (int i = 0; i < n; i++) at = to.node(at, "f" + i);
        }
    },

    /// One function calls itself.
    RECURSION(400) {
        @Override
        void draw(Drawing to, int n) {
            int at = ProfileBuilder.ROOT;
            for (int i = 0; i < n; i++) at = to.node(at, "f");
        }
    },

    /// Two functions call each other and wait.
    MUTUAL(800) {
        @Override
        void draw(Drawing to, int n) {
            int at = to.node(ProfileBuilder.ROOT, "a");
            for (int i = 2; i < n; i += 2) {
                to.node(at, "MPI_Wait");
                at = to.node(at, i % 4 == 0 ? "a" : "b");
            }
        }
    },

    /// A chain with a leaf at each level.
    COMB(800) {
        @Override
        void draw(Drawing to, int n) {
            int at = to.node(ProfileBuilder.ROOT, "s0");
            for (int i = 2; i < n; i += 2) {
                to.node(at, "leaf" + i % 50);
                at = to.node(at, "s" + i);
            }
        }
    },

    /// As programs are.
    RANDOM(500) {
        @Override
        void draw(Drawing to, int n) {
            var random = new Random(7);
            int[] nodes = new int[n];
            for (int i = 0; i < n; i++) {
                int above = i == 0 ? ProfileBuilder.ROOT : nodes[random.nextInt(i)];
                nodes[i] = to.node(above, i % 7 == 6 ? "MPI_Wait" : "f" + random.nextInt(n));
            }
        }
    },

    /// One function calls all others.
    WIDE(500) {
        @Override
        void draw(Drawing to, int n) {
            int main = to.node(ProfileBuilder.ROOT, "main");
            for (int i = 1; i < n; i++) to.node(main, "f" + i);
        }
    },

    /// Nothing calls another.
    ROOTS(500) {
        @Override
        void draw(Drawing to, int n) {
            for (int i = 0; i < n; i++) to.node(ProfileBuilder.ROOT, "f" + i);
        }
    },

    /// Different calls of one name.
    SIBLINGS(500) {
        @Override
        void draw(Drawing to, int n) {
            int main = to.node(ProfileBuilder.ROOT, "main");
            for (int i = 1; i < n; i++) to.measure(to.builder.newChild(main, Frame.region("f")));
        }
    },

    RANKS(100) {
        @Override
        void draw(Drawing to, int n) {
            to.ranks = n;
            RANDOM.draw(to, 20);
        }
    },

    METRICS(16) {
        @Override
        void draw(Drawing to, int n) {
            to.metrics = n;
            RANDOM.draw(to, 30);
        }
    },

    ITERATIONS(500) {
        @Override
        void draw(Drawing to, int n) {
            to.iterations = n;
            int main = to.node(ProfileBuilder.ROOT, "main");
            int step = to.node(main, "step");
            to.node(step, "work");
            to.node(step, "MPI_Wait");
        }
    },

    /// Runs of one program with growing ranks, in a folder.
    RUNS(25) {
        @Override
        Path write(Path folder, int n) throws IOException {
            Path runs = Files.createDirectory(folder.resolve(name() + n));
            for (int i = 0; i < n; i++) {
                var drawing = new Drawing();
                drawing.ranks = 2;
                RANDOM.draw(drawing, 20);
                drawing.builder.metadata(Metadata.NONE.with("ranks", 2L << i % 6).with("run", i));
                Formats.all()
                        .exporter("database")
                        .export(drawing.builder.build(), runs.resolve("r" + i + ".tldb"));
            }
            return runs;
        }
    },

    /// A trace in which every call contains the next.
    NESTED_TRACE(600) {
        @Override
        Path write(Path folder, int n) throws IOException {
            var events = new StringJoiner(",\n", "[", "]\n");
            for (int i = 0; i < n; i++) events.add(call("f" + i % 30, i, 2 * n - 2 * i));
            return Files.writeString(folder.resolve(name() + n + ".json"), events.toString());
        }
    },

    /// A trace of a loop.
    LOOP_TRACE(600) {
        @Override
        Path write(Path folder, int n) throws IOException {
            var random = new Random(5);
            var events = new StringJoiner(",\n", "[", "]\n").add(call("main", 0, 100 * n));
            for (int i = 0; i < n; i++) {
                int work = 20 + random.nextInt(40);
                events.add(call("step", 100 * i, work + 31));
                events.add(call("work", 100 * i + 1, work));
                events.add(call(i % 7 == 0 ? "io" : "send", 100 * i + 1 + work, 29));
            }
            return Files.writeString(folder.resolve(name() + n + ".json"), events.toString());
        }
    };

    /// The smaller of the sizes that are compared.
    final int size;

    GrownRun(int size) {
        this.size = size;
    }

    /// Draws a profile; nothing for a shape that writes a file of its own.
    void draw(Drawing to, int n) {}

    /// Writes the run and returns its file.
    Path write(Path folder, int n) throws IOException {
        Path file = folder.resolve(name() + n + ".tldb");
        var drawing = new Drawing();
        draw(drawing, n);
        Formats.all().exporter("database").export(drawing.builder.build(), file);
        return file;
    }

    private static String call(String name, int begin, int duration) {
        return "{\"ph\":\"X\",\"name\":\"%s\",\"ts\":%d,\"dur\":%d,\"pid\":0,\"tid\":0}"
                .formatted(name, begin, duration);
    }

    /// Nodes with values on two ranks, unless the shape says otherwise before the first node.
    static final class Drawing {
        private static final int VALUES = 5;

        private final ProfileBuilder builder = new ProfileBuilder();
        private int ranks = 2;
        private int metrics = 1;
        private int iterations;
        private int drawn;

        int node(int above, String name) {
            return measure(builder.child(above, Frame.region(name)));
        }

        int measure(int node) {
            for (int m = 0; m < metrics; m++) {
                var metric = new Metric(m == 0 ? "time" : "m" + m, Unit.SECONDS, Scope.EXCLUSIVE);
                for (int rank = 0; rank < ranks; rank++) add(builder.metric(metric), rank, node);
            }
            drawn++;
            return node;
        }

        private void add(int metric, int rank, int node) {
            double value = 1 + (drawn * 7 + rank * 3 + metric) % VALUES;
            int context = builder.context(Context.ofRank(rank));
            if (iterations == 0) {
                builder.add(metric, context, node, value);
                return;
            }
            double[] series = new double[iterations];
            for (int i = 0; i < iterations; i++) series[i] = value + i % 3;
            builder.addSeries(metric, context, node, series, 0, iterations);
        }
    }
}
