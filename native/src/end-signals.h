/* Signals that end the program: the recording is written first. */
#ifndef TREELINE_END_SIGNALS_H
#define TREELINE_END_SIGNALS_H

#include "base.h"

#pragma GCC visibility push(hidden)

/* Installs the handlers. The function ends the recording; it runs on a thread of its own. */
void tl_watch_signals(void (*close)(const char *signal));

/* While the recording is being closed, a signal waits for it. */
void tl_delay_signals(void);
void tl_release_signals(void); /* removes the handlers */
void tl_await_close(void);     /* by another thread, for at most exit-limit */

void tl_signals_after_fork(void);

#pragma GCC visibility pop

#endif
