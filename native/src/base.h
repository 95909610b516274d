/* Feature macros and integer types.
 *
 * The macros must precede every system header, so all other headers of this directory include this
 * one first. Those headers declare everything with hidden visibility: other libraries cannot see
 * the names, and calls between our files need no procedure linkage table. */
#ifndef TREELINE_BASE_H
#define TREELINE_BASE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#if defined(__SANITIZE_ADDRESS__)
#define TL_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define TL_SANITIZED
#endif
#endif

#include <stddef.h>
#include <stdint.h>

#endif
