/* The thread that writes snapshots while the program runs. */
#ifndef TREELINE_SNAPSHOT_THREAD_H
#define TREELINE_SNAPSHOT_THREAD_H

#include "base.h"

#pragma GCC visibility push(hidden)

void tl_start_snapshots(void);
void tl_take_snapshot(void); /* now, on the calling thread; also if no interval is set */
void tl_stop_snapshots(void);
void tl_discard_snapshots(int is_whole); /* of the recording; an incomplete snapshot in any case */
void tl_snapshots_after_fork(void);

#pragma GCC visibility pop

#endif
