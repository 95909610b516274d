package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;

/// The Fortran and Python bindings of the native recorder.
@Timeout(Patience.TEST_SECONDS)
class NativeLanguagesTest {
    private static final Path NATIVE = NativeProgram.NATIVE;

    @TempDir Path folder;

    @Test
    void aFortranProgramUnderMpi() throws Exception {
        MpiKit kit = MpiKit.openMpi(folder);
        MpiKit.need("gfortran");
        String library = kit.built().toString();
        kit.shell(
                ("mpif90 -Wall -Wextra -Werror -std=f2008 '%1$s/fortran/treeline.f90'"
                                + " '%1$s/examples/heat.f90' -o heat -L'%2$s' -ltreeline-mpi"
                                + " -Wl,-rpath,'%2$s'")
                        .formatted(NATIVE, library));
        assertThat(kit.run(2, "./heat")).isEqualTo("heat on 2 ranks: last change 2.4027\n");
        Profile profile = kit.recording("heat-recording");
        assertThat(MpiKit.values(profile, "calls"))
                .containsExactlyInAnyOrder(
                        "main 1 1",
                        "main/halo 20 20",
                        "main/halo/MPI_Sendrecv 40 40",
                        "main/sweep 20 20",
                        "main/residual 20 20",
                        "main/residual/MPI_Allreduce 20 20");
        assertThat(MpiKit.values(profile, "points")).contains("main/sweep 20000 20000");
        assertThat(profile.outline().label("tag", profile.tree().at("main/sweep")))
                .isEqualTo("COMP");
        var time = profile.column("time").byContext();
        assertThat(time.seriesLength(time.find(0, profile.tree().at("main/sweep")))).isEqualTo(20);
        assertThat(time.seriesLength(time.find(0, profile.tree().at("main/residual")))).isZero();
    }

    @Test
    void aFortranProgramAlone() throws Exception {
        MpiKit.need("gfortran", "gcc");
        Files.writeString(
                folder.resolve("program.f90"),
                """
                program alone
                  use treeline
                  use, intrinsic :: iso_fortran_env, only: int64
                  character(len=20) :: name = 'padded'
                  integer :: status
                  call treeline_option('no-such', 'x', status)
                  if (status == 0) stop 1
                  call treeline_start('out', status)
                  if (status /= 0) stop 2
                  call treeline_metric('late', '', status=status)
                  if (status == 0) stop 3
                  call treeline_begin(name)
                  call treeline_begin('long', each=3_int64)
                  call treeline_end('long')
                  call treeline_begin('some', local=.true.)
                  call treeline_end('some')
                  call treeline_pause()
                  call treeline_begin('paused')
                  call treeline_end('paused')
                  call treeline_resume()
                  call treeline_end(name)
                  call treeline_close()
                end program
                """);
        shell(
                "gcc -c -I'%1$s/include' '%1$s'/src/*.c && gfortran '%1$s/fortran/treeline.f90'"
                        + " program.f90 *.o -lpthread -lm -o program && ./program");
        assertThat(MpiKit.values(recording("out"), "calls"))
                .containsExactly("padded 1", "padded/long 1", "padded/some 1");
    }

    @Test
    void aPythonProgramWithThreads() throws Exception {
        MpiKit.need("python3", "gcc");
        sharedLibrary();
        assertThat(python("'%1$s/examples/primes.py'")).isEqualTo("367 primes\n");
        Profile profile = recording("primes-recording");
        assertThat(MpiKit.values(profile, "calls"))
                .containsExactlyInAnyOrder(
                        "main 1 -",
                        "main/block 4 -",
                        "main/block/search 4 -",
                        "main/block/search/primes 4 -",
                        "main/primes - 1");
        assertThat(MpiKit.values(profile, "numbers")).contains("main/block/search 2000 -");
    }

    @Test
    void exceptionsBreaksAndMistakesInPython() throws Exception {
        MpiKit.need("python3", "gcc");
        sharedLibrary();
        Files.writeString(
                folder.resolve("program.py"),
                """
                import treeline

                for mistake in (
                    lambda: treeline.option("no-such", 1),
                    lambda: treeline.metric("mem", "B", "sideways"),
                ):
                    try:
                        mistake()
                    except ValueError as e:
                        print(e)

                @treeline.recorded(name="failing")
                def fails():
                    raise KeyError("x")

                treeline.start("out")
                with treeline.event("main"):
                    try:
                        fails()
                    except KeyError:
                        pass
                    for i in treeline.loop("step", range(10), keep=False):
                        if i == 3:
                            break
                    with treeline.paused(), treeline.event("unseen"):
                        pass
                treeline.close()
                with treeline.event("after"):
                    pass
                """);
        assertThat(python("program.py"))
                .isEqualTo(
                        """
                        treeline: unknown option 'no-such', invalid value '1', or recording already started
                        treeline: cannot declare 'mem' ('B', sideways): invalid, or recording already started
                        """);
        assertThat(MpiKit.values(recording("out"), "calls"))
                .containsExactlyInAnyOrder("main 1", "main/failing 1", "main/step 4");
    }

    /// Stands in for mpi4py, which may not be installed: it calls MPI_Init in the same process.
    @Test
    void aPythonProgramUnderMpi() throws Exception {
        MpiKit kit = MpiKit.openMpi(folder);
        MpiKit.need("python3");
        Files.writeString(
                folder.resolve("program.py"),
                """
                import ctypes, treeline
                mpi = ctypes.CDLL("libmpi.so.40", ctypes.RTLD_GLOBAL)
                mpi.MPI_Init(None, None)
                treeline.start("out", comm=mpi)
                with treeline.event("main"):
                    pass
                mpi.MPI_Finalize()
                """);
        kit.run(
                3,
                ("env PYTHONPATH='%s/python' TREELINE_LIBRARY='%s/libtreeline-mpi.so' python3 -B"
                                + " program.py")
                        .formatted(NATIVE, kit.built()));
        assertThat(MpiKit.values(kit.recording("out"), "calls")).containsExactly("main 1 1 1");
    }

    private void sharedLibrary() throws Exception {
        shell("gcc -shared -fPIC -I'%1$s/include' '%1$s'/src/*.c -o libtreeline.so -lpthread -lm");
    }

    private String python(String script) throws Exception {
        return shell(
                "PYTHONPATH='%1$s/python' TREELINE_LIBRARY=./libtreeline.so python3 -B " + script);
    }

    private String shell(String command) throws Exception {
        return MpiKit.alone(folder).shell(command.formatted(NATIVE));
    }

    private Profile recording(String name) throws Exception {
        return MpiKit.alone(folder).recording(name);
    }
}
