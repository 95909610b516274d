package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

/// Names as tools write them, and what they stand for.
class OperationNamesTest {

    private static Activities of(Frame... path) {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        int node = ProfileBuilder.ROOT;
        for (Frame frame : path) node = builder.child(node, frame);
        Outline outline = builder.build().outline();
        return Activities.of(outline);
    }

    private static Operation of(String name) {
        return of(Frame.function(name)).operation(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <omp idle>                                        | OPENMP_IDLE
                    OpenMP_Thread_Idle                                | OPENMP_IDLE
                    <omp barrier wait>                                | OPENMP_WAIT
                    <omp mutex wait>                                  | OPENMP_WAIT
                    !$omp implicit barrier @solve.f:3                 | OPENMP_WAIT
                    GOMP_barrier                                      | OPENMP_WAIT
                    __kmpc_barrier                                    | OPENMP_WAIT
                    <omp overhead>                                    | OPENMP_OVERHEAD
                    GOMP_parallel                                     | OPENMP_OVERHEAD
                    __kmpc_fork_call                                  | OPENMP_OVERHEAD
                    <omp work>                                        | OPENMP_WORK
                    !$omp parallel @solve.f:3                         | OPENMP_WORK
                    solve._omp_fn.0                                   | OPENMP_WORK
                    solve(Domain&, double*) [clone ._omp_fn.12]       | OPENMP_WORK
                    solve(int) (._omp_fn.0)                           | OPENMP_WORK
                    .omp_outlined.                                    | OPENMP_WORK
                    .omp_outlined._debug__.3                          | OPENMP_WORK
                    main.omp_outlined                                 | OPENMP_WORK
                    solve(int) [clone .omp_outlined]                  | OPENMP_WORK
                    solve(int) (.omp_outlined.1)                      | OPENMP_WORK
                    L_main_12__par_loop0_2_0                          | OPENMP_WORK
                    solve(int) [clone .cold]                          | COMPUTATION
                    solve(std::vector<omp_outlined>)                  | COMPUTATION
                    """)
    void openMp(String name, Operation operation) {
        assertThat(of(name)).isEqualTo(operation);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <gpu kernel>                        | GPU_KERNEL
                    <gpu copy>                          | GPU_EXPLICIT_COPY
                    <gpu copyin>                        | GPU_EXPLICIT_COPY
                    <gpu sync>                          | GPU_SYNCHRONISATION
                    <gpu alloc>                         | GPU_ALLOCATION
                    <gpu delete>                        | GPU_DEALLOCATION
                    <gpu memset>                        | GPU_SET
                    cudaLaunchKernel                    | GPU_LAUNCH
                    cuLaunchKernel                      | GPU_LAUNCH
                    hipLaunchKernel                     | GPU_LAUNCH
                    hipModuleLaunchKernel               | GPU_LAUNCH
                    zeCommandListAppendLaunchKernel     | GPU_LAUNCH
                    clEnqueueNDRangeKernel              | GPU_LAUNCH
                    cudaMemcpyAsync                     | GPU_EXPLICIT_COPY
                    cuMemcpyHtoD_v2                     | GPU_EXPLICIT_COPY
                    clEnqueueReadBuffer                 | GPU_EXPLICIT_COPY
                    cudaMemset                          | GPU_SET
                    cudaMallocManaged                   | GPU_ALLOCATION
                    cuMemAlloc_v2                       | GPU_ALLOCATION
                    zeMemAllocDevice                    | GPU_ALLOCATION
                    cudaFree                            | GPU_DEALLOCATION
                    hipHostFree                         | GPU_DEALLOCATION
                    cuMemFree_v2                        | GPU_DEALLOCATION
                    cudaDeviceSynchronize               | GPU_SYNCHRONISATION
                    cuStreamSynchronize                 | GPU_SYNCHRONISATION
                    hipStreamWaitEvent                  | GPU_SYNCHRONISATION
                    clFinish                            | GPU_SYNCHRONISATION
                    cudaSetDevice                       | GPU_OTHER
                    cuCtxCreate_v2                      | GPU_OTHER
                    [CUDA memcpy HtoD]                  | GPU_EXPLICIT_COPY
                    [CUDA memset]                       | GPU_SET
                    cube                                | COMPUTATION
                    cuddle                              | COMPUTATION
                    hipster                             | COMPUTATION
                    clear                               | COMPUTATION
                    zero                                | COMPUTATION
                    """)
    void callsOfTheGpu(String name, Operation operation) {
        assertThat(of(name)).isEqualTo(operation);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    read                                         | FILES
                    __GI___libc_write                            | FILES
                    pwrite64                                     | FILES
                    fopen                                        | FILES
                    fsync                                        | FILES
                    fread                                        | FILES
                    _gfortran_st_write_done                      | FILES
                    java.io.FileInputStream.read                 | FILES
                    method 'write' of '_io.TextIOWrapper' objects | FILES
                    H5Dwrite                                     | FILE_LIBRARIES
                    nc_put_vara_double                           | FILE_LIBRARIES
                    ncmpi_iput_vara                              | FILE_LIBRARIES
                    adios2::Engine::Put                          | FILE_LIBRARIES
                    MPI_File_write_all                           | MPI_IO
                    readMesh                                     | COMPUTATION
                    rewrite                                      | COMPUTATION
                    ncells                                       | COMPUTATION
                    """)
    void files(String name, Operation operation) {
        assertThat(of(name)).isEqualTo(operation);
    }

    @Test
    void whatADeviceRunsIsAKernelWhateverItsName() {
        Activities kernel = of(new Frame(Frame.Kind.KERNEL, "cudaStencil", "", 0, ""));
        assertThat(kernel.operation(0)).isEqualTo(Operation.GPU_KERNEL);
        assertThat(kernel.of(0)).isEqualTo(Activity.KERNELS);
        Activities copy = of(new Frame(Frame.Kind.KERNEL, "[CUDA memcpy HtoD]", "", 0, ""));
        assertThat(copy.operation(0)).isEqualTo(Operation.GPU_EXPLICIT_COPY);
        assertThat(copy.of(0)).isEqualTo(Activity.KERNELS);
    }

    @Test
    void whatAnOutlinedRegionCallsIsItsWork() {
        Activities work =
                of(
                        Frame.function("f(int) [clone ._omp_fn.0]"),
                        Frame.function("fma"),
                        Frame.function("MPI_Send"));
        assertThat(work.operation(1)).isEqualTo(Operation.OPENMP_WORK);
        assertThat(work.operation(2)).isEqualTo(Operation.MPI_POINT_TO_POINT);
    }
}
