package treeline.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

/// Names as tools write them, and what they stand for.
class OperationNamesTest {

    private static Accounts of(Frame... path) {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        int node = ProfileBuilder.ROOT;
        for (Frame frame : path) node = builder.child(node, frame);
        Outline outline = builder.build().outline();
        return Accounts.of(outline);
    }

    private static Operation of(String name) {
        return of(Frame.function(name)).operation(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gloo:all_reduce",
                "nccl:all_reduce",
                "nccl:_all_gather_base",
                "mpi:broadcast",
                "ucc:barrier",
                "c10d::allreduce_",
                "_c10d_functional::all_gather_into_tensor",
                "record_param_comms",
                "gloo::allreduce(gloo::AllreduceOptions&)",
                "ncclAllReduce",
                "pncclSend",
                "rcclAllToAllv",
                "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                "ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclDevComm*)",
                "ccl::allreduce",
                "ccl_allreduce",
                "onecclAllReduce",
                "oneccl::detail::wait",
                "shmem_double_sum_to_all",
                "nvshmemx_barrier_all_on_stream",
                "rocshmem_putmem",
                "ishmem_fence",
                "ucp_worker_progress",
                "uct_iface_progress",
                "ucc_collective_post",
                "gasnet_AMPoll",
                "horovod_torch_allreduce_async_torch_cuda_FloatTensor",
                "HorovodAllreduce_grads_0",
                "horovod::common::PerformOperation",
                "NCCL_ALLREDUCE",
                "NEGOTIATE_ALLREDUCE",
                "allreduce",
                "all_reduce",
                "AllGather",
                "reduce_scatter_tensor",
                "all-reduce.3",
                "all-gather-start",
                "collective-permute-done.1",
                "dist.all_to_all_single"
            })
    void collectivesOfEveryLibraryAreCommunication(String name) {
        assertThat(isCommunication(name)).isTrue();
        assertThat(of(Frame.region(name)).of(0).isWaiting()).as(name).isTrue();
    }

    private static boolean isCommunication(String name) {
        Operation operation = of(name);
        return operation == Operation.OTHER_COMMUNICATION
                || operation.major() == Operation.Major.MPI;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reduce",
                "gather_rows",
                "broadcast_tensors",
                "aten::scatter_reduce",
                "allreduced",
                "cclean",
                "ucs_malloc",
                "gloomy",
                "glooify:x y",
                "reducer",
                "overall_gather"
            })
    void namesThatOnlyLookLikeCollectivesAreComputation(String name) {
        assertThat(of(name)).isEqualTo(Operation.COMPUTATION);
    }

    /// `aten::mul` hands work to the device if it launches; an operator inside one that launches is
    /// part of it. On the host alone an operator computes, and so does the program's own code.
    @Test
    void operatorsThatLaunchAreNotComputation() {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        int step = builder.child(ProfileBuilder.ROOT, Frame.function("step"));
        int linear = builder.child(step, Frame.function("aten::linear"));
        builder.child(linear, Frame.function("aten::t"));
        int addmm = builder.child(linear, Frame.function("aten::addmm"));
        builder.child(addmm, Frame.function("cudaLaunchKernel"));
        builder.child(linear, Frame.function("user_hook"));
        builder.child(step, Frame.function("aten::mm"));
        Outline outline = builder.build().outline();
        Accounts accounts = Accounts.of(outline);
        assertThat(operation(outline, accounts, "step")).isEqualTo(Operation.COMPUTATION);
        for (String path :
                new String[] {
                    "step/aten::linear",
                    "step/aten::linear/aten::t",
                    "step/aten::linear/aten::addmm"
                })
            assertThat(operation(outline, accounts, path)).isEqualTo(Operation.GPU_OPERATORS);
        assertThat(operation(outline, accounts, "step/aten::linear/aten::addmm/cudaLaunchKernel"))
                .isEqualTo(Operation.GPU_LAUNCH);
        assertThat(operation(outline, accounts, "step/aten::linear/user_hook"))
                .isEqualTo(Operation.COMPUTATION);
        assertThat(operation(outline, accounts, "step/aten::mm")).isEqualTo(Operation.COMPUTATION);
    }

    private static Operation operation(Outline outline, Accounts accounts, String path) {
        return accounts.operation(outline.tree().at(path));
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
                    <no activity>                       | NO_ACTIVITY
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
        Accounts kernel = of(new Frame(Frame.Kind.KERNEL, "cudaStencil", "", 0, ""));
        assertThat(kernel.operation(0)).isEqualTo(Operation.GPU_KERNEL);
        assertThat(kernel.of(0)).isEqualTo(Account.KERNELS);
        Accounts copy = of(new Frame(Frame.Kind.KERNEL, "[CUDA memcpy HtoD]", "", 0, ""));
        assertThat(copy.operation(0)).isEqualTo(Operation.GPU_EXPLICIT_COPY);
        assertThat(copy.of(0)).isEqualTo(Account.COPIES);
    }

    @Test
    void whatAnOutlinedRegionCallsIsItsWork() {
        Accounts work =
                of(
                        Frame.function("f(int) [clone ._omp_fn.0]"),
                        Frame.function("fma"),
                        Frame.function("MPI_Send"));
        assertThat(work.operation(1)).isEqualTo(Operation.OPENMP_WORK);
        assertThat(work.operation(2)).isEqualTo(Operation.MPI_POINT_TO_POINT);
    }
}
