#include "internal.h"

void tl_start_snapshots(void) {}
void tl_end_snapshots(void) {}
void tl_snapshots_after_fork(void) {}
