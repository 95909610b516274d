/* The version of the recorder; the build files read it from here. */
#ifndef TREELINE_VERSION_H
#define TREELINE_VERSION_H

#include "base.h"

#ifndef TL_VERSION
#define TL_VERSION "0.2.0"
#endif

#endif
