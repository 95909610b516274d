/* Records OpenMP parallel regions and the time that threads wait in barriers, by OMPT, the tools
 * interface of OpenMP 5.0. LLVM's libomp, Intel's and AMD's OpenMP runtimes implement it; GCC's
 * libgomp does not. OMP_TOOL_LIBRARIES=libtreeline-openmp.so switches it on.
 *
 * The events have Score-P's names, so that analyses recognise them as waiting. Each thread of a
 * region records "!$omp parallel" below the region's call path. The initial thread records it up to
 * the end of the region. Other threads record it until they reach the barrier at the end: runtimes
 * report the end of that barrier only at the start of the next region. */
#include <omp-tools.h>
#include <stdlib.h>
#include <treeline.h>

/* The recorder is in the program, or in a library that it uses. */
#pragma weak treeline_state
#pragma weak treeline_begin_event
#pragma weak treeline_end_event
#pragma weak treeline_here
#pragma weak treeline_attach
#pragma weak treeline_detach

static __thread uint64_t waiting; /* the open event of a barrier, or 0 */
static __thread uint64_t region;  /* of a thread other than the one that started the region */

static uint64_t begin(const char *name) {
    if (!treeline_is_on()) return 0;
    return treeline_begin_event(name, TREELINE_LITERAL | TREELINE_BETWEEN, 0);
}

static void end(uint64_t *event) {
    if (*event != 0 && treeline_is_on()) treeline_end_event(*event);
    *event = 0;
}

/* A region: where it was started, and its event there. */
typedef struct {
    const void *path;
    uint64_t event;
} parallel;

static void on_parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *data,
                              unsigned int threads, int flags, const void *code) {
    parallel *made = treeline_is_on() ? malloc(sizeof *made) : NULL;
    (void)task;
    (void)frame;
    (void)threads;
    (void)flags;
    (void)code;
    data->ptr = made;
    if (made == NULL) return;
    made->path = treeline_here();
    made->event = begin("!$omp parallel");
}

static void on_parallel_end(ompt_data_t *data, ompt_data_t *task, int flags, const void *code) {
    parallel *ended = data->ptr;
    (void)task;
    (void)flags;
    (void)code;
    if (ended == NULL) return;
    end(&ended->event);
    free(ended);
    data->ptr = NULL;
}

static void leave_region(void) {
    if (region == 0) return;
    end(&region);
    treeline_detach();
}

/* The thread with index 0 is the one that started the region. */
static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *data, ompt_data_t *task,
                             unsigned int threads, unsigned int index, int flags) {
    (void)task;
    (void)threads;
    if ((flags & ompt_task_initial) != 0 || index == 0) return;
    leave_region();
    if (endpoint != ompt_scope_begin || data == NULL || data->ptr == NULL) return;
    treeline_attach(((const parallel *)data->ptr)->path);
    region = begin("!$omp parallel");
}

static const char *name_of(ompt_sync_region_t kind) {
    if (kind == ompt_sync_region_taskwait || kind == ompt_sync_region_taskgroup)
        return "!$omp taskwait";
    return kind == ompt_sync_region_barrier_explicit ? "!$omp barrier" : "!$omp implicit barrier";
}

/* The barrier at the end of a region. Runtimes before OpenMP 5.1 report it as any other implicit
 * barrier; on threads other than the initial one it has no address in the program. */
static int is_last_barrier(ompt_sync_region_t kind, const void *code) {
    if (region == 0) return 0;
    return kind == ompt_sync_region_barrier_implicit_parallel || code == NULL;
}

static void on_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *data,
                    ompt_data_t *task, const void *code) {
    (void)data;
    (void)task;
    if (endpoint != ompt_scope_begin) end(&waiting);
    else if (kind == ompt_sync_region_reduction) return; /* computes */
    else if (is_last_barrier(kind, code)) leave_region();
    else waiting = begin(name_of(kind));
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *tool) {
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    (void)device;
    (void)tool;
    if (set == NULL) return 0;
    (void)set(ompt_callback_parallel_begin, (ompt_callback_t)on_parallel_begin);
    (void)set(ompt_callback_parallel_end, (ompt_callback_t)on_parallel_end);
    (void)set(ompt_callback_implicit_task, (ompt_callback_t)on_implicit_task);
    (void)set(ompt_callback_sync_region_wait, (ompt_callback_t)on_wait);
    return 1;
}

static void finalize(ompt_data_t *tool) { (void)tool; }

/* Found by the OpenMP runtime. Without the recorder, the tool declines. */
ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
    static ompt_start_tool_result_t result = {initialize, finalize, {0}};
    (void)version;
    (void)runtime;
    return treeline_begin_event == NULL ? NULL : &result;
}
