#define _GNU_SOURCE
#include "../internal.h"

#include <errno.h>
#include <pthread.h>

#if defined(__APPLE__)

void mw_lock_take(mw_lock *lock) {
    os_unfair_lock_lock(&lock->word);
}

void mw_lock_give(mw_lock *lock) {
    os_unfair_lock_unlock(&lock->word);
}

#else

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Three states: free, held, held with sleepers. Written with C11 atomics, which the thread sanitizer understands. */
enum { FREE, HELD, CONTENDED };

/* How often a thread looks at a held lock before it sleeps: for about the time that a sleep and the wake-up after it take, in which most
   functions of scripts end. */
enum { LOOKS = 1000 };

/* Whether another thread can give the lock while this one looks. */
static bool has_cores(void) {
    static _Atomic long known;
    long cores = atomic_load_explicit(&known, memory_order_relaxed);
    if (cores == 0) {
        cores = sysconf(_SC_NPROCESSORS_ONLN);
        atomic_store_explicit(&known, cores, memory_order_relaxed);
    }
    return cores > 1;
}

static void rest(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static bool take_free(mw_lock *lock) {
    uint32_t expected = FREE;
    return atomic_compare_exchange_strong_explicit(&lock->word, &expected, HELD, memory_order_acquire,
                                                   memory_order_relaxed);
}

/* Whether the thread has got the lock without a sleep. */
static bool take_awake(mw_lock *lock) {
    if (!has_cores()) { return false; }
    for (int look = 0; look < LOOKS; look++) {
        rest();
        if (atomic_load_explicit(&lock->word, memory_order_relaxed) == FREE && take_free(lock)) { return true; }
    }
    return false;
}

static void take_slowly(mw_lock *lock) {
    if (take_awake(lock)) { return; }
    while (atomic_exchange_explicit(&lock->word, CONTENDED, memory_order_acquire) != FREE) {
        syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, CONTENDED, NULL, NULL, 0);
    }
}

void mw_lock_take(mw_lock *lock) {
    if (!take_free(lock)) { take_slowly(lock); }
}

void mw_lock_give(mw_lock *lock) {
    if (atomic_exchange_explicit(&lock->word, FREE, memory_order_release) == CONTENDED) {
        syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
}

#endif

_Thread_local char mw_thread_mark;
_Thread_local uintptr_t mw_lowest_address = MW_UNKNOWN_ADDRESS;

static uintptr_t lowest_address(void) {
#if defined(__APPLE__)
    pthread_t self = pthread_self();
    return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#else
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) { return 1; }
    void *address = NULL;
    size_t size = 0;
    int status = pthread_attr_getstack(&attributes, &address, &size);
    pthread_attr_destroy(&attributes);
    return status == 0 && address ? (uintptr_t)address : 1;
#endif
}

void mw_find_lowest_address(void) {
    mw_lowest_address = lowest_address();
}
