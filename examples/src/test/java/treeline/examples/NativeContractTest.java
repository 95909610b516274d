package treeline.examples;

import treeline.record.parts.SnapshotFormat;
import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The format contract, for files of the native recorder.
class NativeContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new SnapshotFormat();
    }

    @Override
    protected boolean noticesEveryFlip() {
        return true;
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        try {
            NativeProgram.c(into, PROGRAM).runs(into.resolve("out").toString());
        } catch (IOException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IOException(failed);
        }
        return List.of(into.resolve("out/part-000.tlsnap"));
    }

    private static final String PROGRAM =
            """
            static void *work(void *unused) {
                TREELINE_BEGIN("work");
                TREELINE_END("work");
                return unused;
            }
            int main(int count, char **values) {
                pthread_t thread;
                treeline_option("metrics", "tag:0;mem:1");
                TREELINE_START(values[count - 1]);
                for (int run = 0; run < 2; run++) {
                    TREELINE_BEGIN("main");
                    for (int i = 0; i < 3; i++) {
                        TREELINE_BEGIN_EACH("sweep", 2 * i);
                        TREELINE_PUT("tag", "COMP");
                        TREELINE_ADD("mem", i + 0.25);
                        TREELINE_END("sweep");
                    }
                    pthread_create(&thread, NULL, work, NULL);
                    pthread_join(thread, NULL);
                    TREELINE_END("main");
                }
                return 0;
            }
            """;
}
