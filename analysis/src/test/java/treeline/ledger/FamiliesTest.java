package treeline.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

/// The names of the field, as tools write them.
class FamiliesTest {

    /// Each name as the child of a `main`.
    private static void assertNames(Account expected, String names) {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (String name : names.strip().split("\n")) builder.child(main, Frame.function(name));
        Outline outline = builder.build().outline();
        Accounts accounts = Accounts.of(outline);
        for (int node = 1; node < outline.tree().size(); node++)
            assertThat(accounts.of(node)).as(outline.tree().name(node)).isEqualTo(expected);
    }

    @Test
    void messagesOfMpiAreCommunication() {
        assertNames(
                Account.COMMUNICATION,
                """
                MPI_Send
                MPI_Send()
                PMPI_Allreduce
                PMPI_Isend [libmpi.so.40.30.2]
                mpi_send_
                mpi_allreduce_f08_
                MPI_Win_fence
                MPI_Barrier_init
                MPI::Comm::Send(void const*, int, MPI::Datatype const&, int, int) const
                MPIR_Allreduce_intra
                MPIDI_CH3_Progress_wait
                opal_progress
                <method 'Allreduce' of 'mpi4py.MPI.Comm' objects>
                """);
    }

    @Test
    void startingMpiIsNoCommunication() {
        assertNames(Account.START_UP, "MPI_Init\nmpi_init_thread_\nPMPI_Finalize\n");
    }

    @Test
    void waitingForMpiIsCommunicationLikeTheTransferThatItWaitsFor() {
        assertNames(
                Account.COMMUNICATION,
                """
                MPI_Barrier
                PMPI_Barrier [libmpi.so.40.30.2]
                mpi_barrier_
                MPI_Wait
                MPI_Waitall
                mpi_waitany__
                MPI_Test
                MPI_Testsome
                MPI_Test_cancelled
                MPI_Probe
                MPI_Iprobe
                MPI_Mprobe
                mpi_wait_f08_
                """);
    }

    @Test
    void otherLibrariesOfMessagesAreKnownToo() {
        assertNames(
                Account.COMMUNICATION,
                """
                ncclAllReduce
                ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<(unsigned long)4096>)
                ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)
                rcclGenericKernel
                shmem_put
                pshmem_int_get
                gasnet_put
                gasnetc_AMPoll
                ucp_worker_progress
                uct_iface_progress
                shmem_barrier_all
                shmem_int_wait_until
                shmem_quiet
                gasnete_barrier_wait
                gasnet_wait_syncnb_all
                gex_Event_Wait
                """);
    }

    @Test
    void barriersOfOpenMpAreKnownByTheNamesOfEveryTool() {
        assertNames(
                Account.SYNCHRONISATION,
                """
                !$omp barrier @solve.f:12
                !$omp implicit barrier @exch_qbc.f90:215
                !$omp implicit barrier
                !$omp ibarrier @rhs.f90:3
                !$omp taskwait @0x00401234
                omp_set_lock
                Implicit BARRIER
                barrier
                OpenMP_BARRIER
                OpenMP_WAIT_BARRIER
                OpenMP_Sync_Region_Barrier_Implicit main._omp_fn.0 [{a.c} {12,0}]
                OpenMP_Sync_Region_Taskwait ADDR <4008f2>
                OpenMP_Mutex_Waiting_Critical
                <omp barrier wait>
                <omp task wait>
                <omp mutex wait>
                GOMP_barrier
                GOMP_taskwait
                GOMP_critical_start
                gomp_team_barrier_wait_end [libgomp.so.1.0.0]
                gomp_barrier_wait_end
                gomp_simple_barrier_wait
                __kmpc_barrier
                __kmpc_cancel_barrier
                __kmpc_omp_taskwait
                __kmpc_critical_with_hint
                __kmp_barrier
                __kmp_fork_barrier(int, int) [libomp.so]
                __kmp_join_barrier(int) [libomp.so]
                __kmp_barrier_template<false>(barrier_type, int, int, unsigned long, void*) [libomp.so]
                __kmp_hyper_barrier_release(barrier_type, kmp_info*, int, int, int, void*) [libomp.so]
                _INTERNAL_25_______src_kmp_barrier_cpp_1d20fae8::__kmp_hyper_barrier_release
                void __kmp_suspend_64<false, true>(int, kmp_flag_64<false, true>*)
                __kmp_wait_template<kmp_flag_64<false, true>, false, false, true>(kmp_info*, void*)
                __kmp_api_GOMP_barrier_10_alias [libomp.so]
                __kmp_task_team_wait
                kmp_flag_64<false, true>::wait(kmp_info*, int, void*) [libomp.so]
                """);
    }

    @Test
    void parallelRegionsAndLoopsOfOpenMpAreComputation() {
        assertNames(
                Account.COMPUTATION,
                """
                !$omp parallel @x_solve.f:46
                !$omp do @exch_qbc.f:204
                !$omp critical @a.f:3
                OpenMP_Parallel_Region await.c ADDR <4008f2>
                omp_get_thread_num
                """);
        assertNames(
                Account.SYNCHRONISATION,
                """
                !$omp taskgroup @a.c:3
                <omp overhead>
                GOMP_parallel
                gomp_thread_start
                __kmpc_fork_call
                __kmp_launch_thread
                """);
        assertNames(Account.IDLE, "<omp idle>\n");
    }

    @Test
    void threadsThatSleepOrWaitForALockSynchronise() {
        assertNames(
                Account.SYNCHRONISATION,
                """
                pthread_cond_wait
                pthread_cond_wait@@GLIBC_2.3.2
                ___pthread_cond_timedwait64
                pthread_join
                __pthread_clockjoin_ex
                pthread_barrier_wait
                __GI___pthread_mutex_lock
                pthread_rwlock_wrlock
                __lll_lock_wait
                futex_wait
                __futex_abstimed_wait_common64
                do_futex_wait.constprop.0
                __x64_sys_futex
                sem_wait
                __new_sem_wait_slow64.constprop.0
                nanosleep
                __GI___clock_nanosleep
                clock_nanosleep@@GLIBC_2.17
                usleep
                poll
                __GI___poll [libc-2.28.so]
                __poll_nocancel
                epoll_wait [libc-2.28.so]
                select
                sched_yield
                __sched_yield
                waitpid
                std::condition_variable::wait(std::unique_lock<std::mutex>&)
                std::_V2::condition_variable_any::wait
                std::thread::join()
                <built-in method time.sleep>
                <method 'acquire' of '_thread.lock' objects>
                """);
    }

    @Test
    void callsOfDevicesAreNoComputation() {
        assertNames(Account.LAUNCHES, "cudaLaunchKernel\nhipModuleLaunchKernel\n");
        assertNames(Account.COPIES, "cudaMemcpyAsync\n<gpu copyin>\nhipMemset\n");
        assertNames(Account.DEVICE_MEMORY, "cudaMalloc\ncudaFree\ncuMemAlloc_v2\n");
        assertNames(
                Account.DEVICE_START_UP,
                "cudaDeviceGetStreamPriorityRange\ncuInit\ncuCtxCreate_v2\n");
        assertNames(
                Account.DEVICE_WAIT,
                """
                cudaDeviceSynchronize
                cudaStreamSynchronize_v3020
                cudaStreamSynchronize_ptsz
                cudaEventSynchronize
                cudaThreadSynchronize
                cudaStreamWaitEvent
                cuCtxSynchronize
                cuStreamSynchronize
                cuEventSynchronize
                hipDeviceSynchronize
                hipStreamSynchronize
                hipEventSynchronize
                clFinish
                clWaitForEvents
                zeCommandQueueSynchronize
                zeEventHostSynchronize
                <gpu sync>
                """);
    }

    @Test
    void parkedThreadsOfJavaSynchronise() {
        assertNames(
                Account.SYNCHRONISATION,
                """
                jdk.internal.misc.Unsafe.park
                jdk.internal.misc.Unsafe.park(boolean, long)
                java.base@25.0.2/jdk.internal.misc.Unsafe.park
                jdk/internal/misc/Unsafe.park_[j]
                sun/misc/Unsafe:.park_[j]
                java.util.concurrent.locks.LockSupport.parkNanos
                java/util/concurrent/locks/LockSupport.park
                java.util.concurrent.CountDownLatch.await
                java.lang.Object.wait
                java.lang.Object.wait0
                java.lang.Thread.sleep
                java.lang.Thread.sleepNanos0
                java.lang.Thread.join
                """);
        assertNames(
                Account.COMPUTATION,
                """
                jdk.internal.misc.Unsafe.unpark
                java.util.concurrent.locks.LockSupport.unpark
                java.util.concurrent.ForkJoinTask.join
                java.lang.Object.notify
                """);
    }

    @Test
    void filesAreThoseOfMpiPosixAndC() {
        assertNames(
                Account.IO,
                """
                MPI_File_open
                PMPI_File_write_all [libmpi.so.40]
                mpi_file_read_
                read
                __libc_read
                __GI___libc_write
                pread64
                writev
                open
                openat64
                fopen()
                fclose
                fsync
                fread
                fwrite()
                """);
    }

    @Test
    void namesThatOnlyLookAlikeAreComputation() {
        assertNames(
                Account.COMPUTATION,
                """
                main
                mpi
                mpiexec
                NCCL
                nccl
                readMesh
                write_field
                opening
                selection_sort
                select_pivot
                waitingRoom
                barrierless
                compute_barrier_height
                pthread_create
                pthread_mutex_unlock
                futex_wake
                Synchronize
                omp_unset_lock
                solve(MPI_Send)
                """);
    }
}
