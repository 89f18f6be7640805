// Valgrind (3.19, for one) writes into the mask that a program gives to sigsuspend, and libdispatch's mask lies in read-only
// memory: every Swift program whose main thread ends in `dispatch_main` would take valgrind down. This hands it a copy.

#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
