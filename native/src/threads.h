/* The threads of a recording and the lifetime of their event maps. */
#ifndef TREELINE_THREADS_H
#define TREELINE_THREADS_H

#include "base.h"

#include "event-map.h"

#pragma GCC visibility push(hidden)

/* NULL if this thread has not recorded; its generation tells whether the map is current. */
extern __thread tl_thread *tl_this_thread __attribute__((tls_model("initial-exec")));

void tl_prepare_threads(void); /* once per process */

/* These need the lock of the recording. */
tl_thread *tl_register_thread(void); /* NULL if memory is exhausted */
void tl_forget_threads(void);
void tl_drop_orphan(void);

void tl_release_threads(void);
void tl_abandon_threads(void); /* without freeing memory */
uint32_t tl_open_events_of_all(void);

#pragma GCC visibility pop

#endif
