/* The decision of rank 0, for all ranks, whether and how to record. */
#ifndef TREELINE_START_AGREEMENT_H
#define TREELINE_START_AGREEMENT_H

#include "base.h"

#pragma GCC visibility push(hidden)

int tl_agree_on_start(void); /* 1 to record, 0 not to record, -1 if the communication failed */

#pragma GCC visibility pop

#endif
