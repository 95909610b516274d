package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.testkit.Patience;

import java.nio.file.Path;

/// The metadata that the native recorder collects by itself.
@Timeout(Patience.TEST_SECONDS)
class NativeMetadataTest {
    @TempDir Path folder;

    /// Stands in for Adiak, with the binary interface of Adiak 0.4: the same function, types and
    /// type numbers.
    private static final String WITH_ADIAK =
            """
            #include <sys/time.h>
            typedef union { long v_long; int v_int; double v_double; void *v_ptr; } value;
            typedef struct type {
                int dtype, numerical, num_elements, num_subtypes;
                struct type **subtype;
                int is_reference, num_ref_elements;
            } type;
            typedef void (*callback)(const char *, int, const char *, value *, type *, void *);
            static callback to;
            static void *state;
            static void one(const char *name, int category, int kind, value v) {
                type t = {kind, 0, 0, 0, 0, 0, 0};
                to(name, category, "", &v, &t, state);
            }
            void adiak_list_namevals(int version, int category, callback nv, void *opaque) {
                static struct timeval time = {3, 500000};
                if (version != 1 || category != 1) return;
                to = nv;
                state = opaque;
                one("problem_size", 2, 3, (value){.v_int = -30});
                one("uid", 2, 4, (value){.v_int = -1});
                one("launchdate", 2, 6, (value){.v_long = 1700000000});
                one("figure_of_merit", 2, 5, (value){.v_double = 1.5});
                one("walltime", 2, 7, (value){.v_ptr = &time});
                one("cluster", 2, 9, (value){.v_ptr = "quartz"});
                one("executable", 2, 11, (value){.v_ptr = "/bin/hydro"});
                one("cmdline", 2, 14, (value){.v_ptr = 0});
                one("flush", 4, 9, (value){.v_ptr = "now"});
                one("program", 2, 9, (value){.v_ptr = "adiak"});
            }
            int main(void) {
                treeline_option("metadata.program", "option");
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                TREELINE_END("main");
                TREELINE_CLOSE();
                return 0;
            }
            """;

    @Test
    void jobCompilerAndAdiakValuesAreStored() throws Exception {
        NativeProgram program =
                NativeProgram.c(folder, WITH_ADIAK)
                        .with("SLURM_JOB_ID", "4711")
                        .with("SLURM_JOB_NUM_NODES", "4")
                        .with("SLURM_JOB_NODELIST", "node[1-4]")
                        .with("SLURM_CLUSTER_NAME", "overridden by Adiak")
                        .with("LOADEDMODULES", "gcc/12.2:openmpi/4.1");
        assertThat(program.runs()).isEmpty();
        Metadata metadata = program.recording().metadata();
        assertThat(metadata.get("job")).contains(new Value.Text("4711"));
        assertThat(metadata.get("numhosts")).contains(new Value.Whole(4));
        assertThat(metadata.get("hostlist")).contains(new Value.Text("node[1-4]"));
        assertThat(metadata.get("modules")).contains(new Value.Text("gcc/12.2:openmpi/4.1"));
        assertThat(metadata.get("compiler").orElseThrow().toString()).contains("GCC: (");
        assertThat(metadata.get("problem_size")).contains(new Value.Whole(-30));
        assertThat(metadata.get("uid")).contains(new Value.Whole(4294967295L));
        assertThat(metadata.get("launchdate")).contains(new Value.Whole(1700000000));
        assertThat(metadata.get("figure_of_merit")).contains(new Value.Real(1.5));
        assertThat(metadata.get("walltime")).contains(new Value.Real(3.5));
        assertThat(metadata.get("cluster")).contains(new Value.Text("quartz"));
        assertThat(metadata.get("executable")).contains(new Value.Text("/bin/hydro"));
        assertThat(metadata.get("program")).contains(new Value.Text("option"));
        assertThat(metadata.keys()).doesNotContain("cmdline", "flush");
    }
}
