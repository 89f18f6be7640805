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

static void take_slowly(mw_lock *lock) {
    while (atomic_exchange_explicit(&lock->word, CONTENDED, memory_order_acquire) != FREE) {
        syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, CONTENDED, NULL, NULL, 0);
    }
}

void mw_lock_take(mw_lock *lock) {
    uint32_t expected = FREE;
    if (!atomic_compare_exchange_strong_explicit(&lock->word, &expected, HELD, memory_order_acquire,
                                                 memory_order_relaxed)) {
        take_slowly(lock);
    }
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
