/* Interceptors for C and C++: each MPI call is an event around the call of the next tool, or of the
 * MPI library. fortran.c has the Fortran interceptors. */
#include <stddef.h>

#include "call.h"
#include "chain.h"
#include "completion.h"
#include "operations.h"
#include "requests.h"

/* The next function of an interceptor is the MPI library's until chain.c finds another tool. */
#define NEXT(name)                                             \
    static __typeof__(PMPI_##name) *next_##name = PMPI_##name; \
    TLM_CHAINED(name)

#define ROUTINE(name, parameters, arguments, traffic)                                         \
    NEXT(name)                                                                              \
    int MPI_##name parameters {                                                             \
        TLM_CALL("MPI_" #name);                                                             \
        int result = next_##name arguments;                                                 \
        if (call.event != 0)                                                                \
            tlm_leave(&call, result == MPI_SUCCESS ? (traffic) : tlm_no_traffic());          \
        return result;                                                                      \
    }

/* The program may ignore the status s. */
#define RECEIVING(name, parameters, arguments, traffic)                                       \
    NEXT(name)                                                                              \
    int MPI_##name parameters {                                                             \
        MPI_Status own;                                                                     \
        TLM_CALL("MPI_" #name);                                                             \
        if (call.event != 0 && s == MPI_STATUS_IGNORE) s = &own;                             \
        int result = next_##name arguments;                                                 \
        if (call.event != 0)                                                                \
            tlm_leave(&call, result == MPI_SUCCESS ? (traffic) : tlm_no_traffic());          \
        return result;                                                                      \
    }

/* The request r may be started while its creation was not recorded. */
#define REMEMBERING(name, parameters, arguments, traffic)                                     \
    NEXT(name)                                                                              \
    int MPI_##name parameters {                                                             \
        TLM_CALL("MPI_" #name);                                                             \
        int result = next_##name arguments;                                                 \
        if (result == MPI_SUCCESS) tlm_remember(*r, traffic);                                \
        if (call.event != 0) tlm_leave(&call, tlm_no_traffic());                             \
        return result;                                                                      \
    }

#define LIST(...) __VA_ARGS__
#define BOTH(name, iname, parameters, arguments, traffic)                                     \
    CALL(name, parameters, arguments, traffic)                                              \
    CALL(iname, (LIST parameters, MPI_Request *r), (LIST arguments, r), traffic)
#if MPI_VERSION >= 4
#define COLLECTIVE(name, iname, parameters, arguments, traffic)                               \
    BOTH(name, iname, parameters, arguments, traffic)                                       \
    PERSISTENT(name##_init, (LIST parameters, MPI_Info info, MPI_Request *r),                \
               (LIST arguments, info, r), traffic)
#else
#define COLLECTIVE BOTH
#endif

#define V(counts) ((tlm_counts){counts, sizeof *counts})
#define U(types) ((tlm_types){types, 0})

#define CALL ROUTINE
#define RECEIVE RECEIVING
#define PERSISTENT REMEMBERING
#define COUNT int
#define DISPLACEMENT int
#include "collectives.h"
#include "files.h"
#include "one-sided.h"
#include "point-to-point.h"
#include "uncounted.h"

#if MPI_VERSION >= 4
#undef CALL
#undef RECEIVE
#undef PERSISTENT
#undef COUNT
#undef DISPLACEMENT
#define CALL(name, parameters, arguments, traffic) ROUTINE(name##_c, parameters, arguments, traffic)
#define RECEIVE(name, parameters, arguments, traffic) \
    RECEIVING(name##_c, parameters, arguments, traffic)
#define PERSISTENT(name, parameters, arguments, traffic) \
    REMEMBERING(name##_c, parameters, arguments, traffic)
#define COUNT MPI_Count
#define DISPLACEMENT MPI_Aint
#include "collectives.h"
#include "files.h"
#include "one-sided.h"
#include "point-to-point.h"
#endif

/* -- completion: the trace needs the requests before the call, and the statuses after it -- */

/* `completed` adds the requests that the call has completed. */
#define COMPLETION(name, parameters, arguments, size, of, completed)                          \
    NEXT(name)                                                                              \
    int MPI_##name parameters {                                                             \
        tlm_batch batch;                                                                    \
        TLM_CALL("MPI_" #name);                                                             \
        s = tlm_open_batch(&batch, tlm_is_enclosed(&call) ? 0 : size, of, s);                 \
        int result = next_##name arguments;                                                 \
        batch.is_recorded = call.event != 0;                                                 \
        if (batch.count > 0 && result == MPI_SUCCESS) completed;                             \
        tlm_close_batch(&batch);                                                            \
        if (call.event != 0) tlm_leave(&call, tlm_no_traffic());                             \
        return result;                                                                      \
    }

COMPLETION(Wait, (MPI_Request * r, MPI_Status *s), (r, s), 1, r, tlm_add_completed(&batch, 0, s))
COMPLETION(Waitall, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s), n, r,
           tlm_add_all_completed(&batch, s))
COMPLETION(Waitany, (int n, MPI_Request r[], int *i, MPI_Status *s), (n, r, i, s), n, r,
           tlm_add_completed(&batch, *i, s))
COMPLETION(Waitsome, (int n, MPI_Request r[], int *m, int i[], MPI_Status s[]), (n, r, m, i, s), n,
           r, tlm_add_some_completed(&batch, *m, i, s))
COMPLETION(Test, (MPI_Request * r, int *is, MPI_Status *s), (r, is, s), 1, r,
           tlm_add_completed(&batch, *is ? 0 : MPI_UNDEFINED, s))
COMPLETION(Testall, (int n, MPI_Request r[], int *is, MPI_Status s[]), (n, r, is, s), n, r,
           if (*is) tlm_add_all_completed(&batch, s))
COMPLETION(Testany, (int n, MPI_Request r[], int *i, int *is, MPI_Status *s), (n, r, i, is, s), n,
           r, tlm_add_completed(&batch, *is ? *i : MPI_UNDEFINED, s))
COMPLETION(Testsome, (int n, MPI_Request r[], int *m, int i[], MPI_Status s[]), (n, r, m, i, s), n,
           r, tlm_add_some_completed(&batch, *m, i, s))

NEXT(Request_free)
int MPI_Request_free(MPI_Request *request) {
    TLM_CALL("MPI_Request_free");
    tlm_forget(*request);
    int result = next_Request_free(request);
    if (call.event != 0) tlm_leave(&call, tlm_no_traffic());
    return result;
}

#if MPI_VERSION >= 4
/* Headers differ in the const of the list, so the function has another name in C. */
int tlm_Pready_list(int count, const int *parts, MPI_Request request) __asm__("MPI_Pready_list");
NEXT(Pready_list)
int tlm_Pready_list(int count, const int *parts, MPI_Request request) {
    TLM_CALL("MPI_Pready_list");
    int result = next_Pready_list(count, (int *)(uintptr_t)parts, request);
    if (call.event != 0) tlm_leave(&call, tlm_no_traffic());
    return result;
}
#endif

/* Start and end of MPI and of the recording. */

NEXT(Init)
int MPI_Init(int *count, char ***values) {
    int result = next_Init(count, values);
    tlm_after_init(result);
    return result;
}

NEXT(Init_thread)
int MPI_Init_thread(int *count, char ***values, int required, int *provided) {
    int result = next_Init_thread(count, values, required, provided);
    tlm_after_init(result);
    return result;
}

NEXT(Finalize)
int MPI_Finalize(void) {
    tlm_before_finalize();
    return next_Finalize();
}

NEXT(Abort)
int MPI_Abort(MPI_Comm comm, int code) {
    tlm_before_abort();
    return next_Abort(comm, code);
}

/* The MPI standard leaves the meaning of the level to tools. Here 0 pauses the recording. Other
 * arguments do not reach the next tool. */
NEXT(Pcontrol)
int MPI_Pcontrol(const int level, ...) {
    tlm_control(level);
    return next_Pcontrol(level);
}
