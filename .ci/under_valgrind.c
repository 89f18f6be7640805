// Loaded into the tests that run under valgrind or with scripts/hardlua: replaces functions that do not work or mean something else there.

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Valgrind (3.19, for one) writes into the mask that a program gives to sigsuspend, and libdispatch's mask is in read-only
// memory: every Swift program whose main thread ends in `dispatch_main` would crash valgrind. This passes a copy.
int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}

// CPU time is charged to a script, and valgrind takes about thirty times as long for the same work.
#ifndef SLOWNESS
#define SLOWNESS 30
#endif
int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && clock == CLOCK_THREAD_CPUTIME_ID) {
        uint64_t worked = ((uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec) / SLOWNESS;
        time->tv_sec = (time_t)(worked / 1000000000u);
        time->tv_nsec = (long)(worked % 1000000000u);
    }
    return status;
}
