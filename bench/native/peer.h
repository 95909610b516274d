/* Records with Caliper for comparison, if CALIPER_DIR names an installation. */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdint.h>
#include <time.h>

#ifdef WITH_CALIPER
#include <caliper/cali-manager.h>
#include <caliper/cali.h>

static cali_ConfigManager peer_manager;

static void peer_start(const char *file) {
    char text[4200];
    snprintf(text, sizeof text, "hatchet-region-profile(output=%s)", file);
    cali_ConfigManager_new(&peer_manager);
    cali_ConfigManager_add(&peer_manager, text);
    cali_ConfigManager_start(&peer_manager);
}

static void peer_flush(void) {
    cali_ConfigManager_flush(&peer_manager);
    cali_ConfigManager_delete(&peer_manager);
}
#define PEER_BEGIN(name) cali_begin_region(name)
#define PEER_END(name) cali_end_region(name)
#define HAS_PEER 1
#else
#define peer_start(file) ((void)(file))
static inline void peer_flush(void) {}
#define PEER_BEGIN(name) ((void)(name))
#define PEER_END(name) ((void)(name))
#define HAS_PEER 0
#endif

static uint64_t now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

#endif
