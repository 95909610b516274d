package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.util.Map;

class RunMetadataTest {
    private static Metadata job(Map<String, String> environment) {
        return RunMetadata.withJob(Metadata.NONE, environment);
    }

    @Test
    void keysOfTheJobHaveTheSameNamesUnderEveryBatchSystem() {
        Metadata slurm =
                job(
                        Map.of(
                                "SLURM_JOB_ID", "4711",
                                "SLURM_JOB_NUM_NODES", "4",
                                "SLURM_JOB_NODELIST", "node[1-4]",
                                "SLURM_CLUSTER_NAME", "quartz",
                                "LOADEDMODULES", "gcc/12.2:openmpi/4.1"));
        assertThat(slurm.get("job")).contains(new Value.Text("4711"));
        assertThat(slurm.get("SLURM_JOB_ID")).contains(new Value.Text("4711"));
        assertThat(slurm.get("numhosts")).contains(new Value.Whole(4));
        assertThat(slurm.get("hostlist")).contains(new Value.Text("node[1-4]"));
        assertThat(slurm.get("cluster")).contains(new Value.Text("quartz"));
        assertThat(slurm.get("modules")).contains(new Value.Text("gcc/12.2:openmpi/4.1"));
        assertThat(job(Map.of("PBS_JOBID", "12.head", "PBS_NUM_NODES", "2")).get("job"))
                .contains(new Value.Text("12.head"));
    }

    @Test
    void theFirstVariableThatIsSetCounts() {
        assertThat(job(Map.of("FLUX_JOB_ID", "f2", "SLURM_JOB_ID", "1")).get("job"))
                .contains(new Value.Text("1"));
        assertThat(job(Map.of("SLURM_JOB_ID", "")).keys()).isEmpty();
    }
}
