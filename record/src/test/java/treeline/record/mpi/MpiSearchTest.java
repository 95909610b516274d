package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Map;

class MpiSearchTest {
    private static MpiSearch search(Map<String, String> environment, @Nullable String override) {
        return new MpiSearch(environment::get, override);
    }

    @Test
    void theLauncherDecidesWhichLibraryIsLoaded() {
        assertThat(search(Map.of("OMPI_COMM_WORLD_SIZE", "4"), null).candidates())
                .containsExactly("libmpi.so.40", "libmpi.so");
        assertThat(search(Map.of("PMI_SIZE", "4"), null).candidates())
                .containsExactly("libmpi.so.12", "libmpich.so.12", "libmpich.so", "libmpi.so");
    }

    @Test
    void withoutALauncherTheStandardAbiIsTriedFirst() {
        assertThat(search(Map.of(), null).candidates())
                .containsExactly(
                        "libmpi_abi.so.1",
                        "libmpi_abi.so.0",
                        "libmpi_abi.so",
                        "libmpi.so.40",
                        "libmpi.so",
                        "libmpi.so.12",
                        "libmpich.so.12",
                        "libmpich.so");
    }

    @Test
    void theUserDecidesBeforeTheLauncher() {
        Map<String, String> launched = Map.of("OMPI_COMM_WORLD_SIZE", "4");
        assertThat(search(launched, "/elsewhere/libmpi.so").candidates())
                .containsExactly("/elsewhere/libmpi.so");
        assertThat(search(launched, "mpich").candidates()).contains("libmpich.so.12");
        assertThat(search(launched, "openmpi").candidates()).contains("libmpi.so.40");
        assertThat(search(launched, "abi").candidates()).contains("libmpi_abi.so.0");
    }

    @Test
    void theLauncherTellsTheNumberOfRanks() {
        assertThat(search(Map.of("OMPI_COMM_WORLD_SIZE", "8"), null).launchedRanks()).hasValue(8);
        assertThat(search(Map.of("PMI_SIZE", "3"), null).launchedRanks()).hasValue(3);
        assertThat(search(Map.of(), null).launchedRanks()).isEmpty();
        assertThat(search(Map.of("PMI_SIZE", ""), null).launchedRanks()).isEmpty();
    }

    @Test
    void aMachineIsCrowdedWhereTheLauncherStartedMoreRanksOnItThanItHasCores() {
        MpiSearch openMpi = search(Map.of("OMPI_COMM_WORLD_LOCAL_SIZE", "3"), null);
        assertThat(openMpi.isCrowded(2)).isTrue();
        assertThat(openMpi.isCrowded(3)).isFalse();
        assertThat(search(Map.of("MPI_LOCALNRANKS", "8"), null).isCrowded(4)).isTrue();
        assertThat(search(Map.of(), null).isCrowded(1)).isFalse();
    }

    @Test
    void aMissingLibraryIsToldWithThePackagesThatHaveIt() {
        MpiSearch search = search(Map.of(), "libno-such-mpi.so");
        assertThat(search.load()).isEmpty();
        assertThat(search.notFound())
                .hasMessage(
                        """
                        no MPI library found (tried libno-such-mpi.so).
                        Debian and Ubuntu: apt-get install openmpi-bin libopenmpi-dev   or   apt-get install mpich
                        Installed elsewhere: name the library with -Dtreeline.mpi=/path/to/libmpi.so or TREELINE_MPI, or add its folder to LD_LIBRARY_PATH.\
                        """);
    }
}
