#include "random.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

static int read_device(unsigned char *into, size_t length) {
    int device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    size_t got = 0;
    if (device < 0) return -1;
    while (got < length) {
        ssize_t more = read(device, into + got, length - got);
        if (more > 0) got += (size_t)more;
        else if (more == 0 || errno != EINTR) break;
    }
    (void)close(device);
    return got == length ? 0 : -1;
}

/* SplitMix64 of the time, the process and a counter: distinct, but not secret. */
static uint64_t distinct_number(void) {
    static uint64_t calls;
    uint64_t call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    uint64_t mixed = tl_now() ^ ((uint64_t)getpid() << 40) ^ (call << 20);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

void tl_random_bytes(void *into, size_t length) {
    if (read_device(into, length) == 0) return;
    for (size_t i = 0; i < length; i += sizeof(uint64_t)) {
        uint64_t number = distinct_number();
        size_t left = length - i;
        memcpy((unsigned char *)into + i, &number, left < sizeof number ? left : sizeof number);
    }
}

uint64_t tl_random_number(void) {
    uint64_t number;
    tl_random_bytes(&number, sizeof number);
    return number;
}
