// The lock word: one compare-and-swap when nobody else is there, and a sleep in the kernel otherwise.
#define _GNU_SOURCE
#include "internal.h"

#if DEBUG
static void *self(void) {
    static _Thread_local char here;
    return &here;
}

void mw_assert_owned(mw_state *state) {
    assert(atomic_load(&state->owner) == self() && "Moonwire: the interpreter is used without its lock");
}
#define TAKE(state) atomic_store(&(state)->owner, self())
#define GIVE(state) atomic_store(&(state)->owner, NULL)
#define CHECK_FREE(state) assert(atomic_load(&(state)->owner) != self() && "Moonwire: the lock is taken twice")
#else
#define TAKE(state) ((void)0)
#define GIVE(state) ((void)0)
#define CHECK_FREE(state) ((void)0)
#endif

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static void sleep_while(atomic_uint *word, unsigned value) {
    syscall(SYS_futex, (void *)word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake_one(atomic_uint *word) {
    syscall(SYS_futex, (void *)word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
#else
#include <sched.h>

static void sleep_while(atomic_uint *word, unsigned value) {
    if (atomic_load(word) == value) sched_yield();
}

static void wake_one(atomic_uint *word) {
    (void)word;
}
#endif

// 0: free, 1: held, 2: held and somebody sleeps.
void mw_lock(mw_state *state) {
    CHECK_FREE(state);
    unsigned expected = 0;
    if (!atomic_compare_exchange_strong_explicit(
            &state->lock, &expected, 1, memory_order_acquire, memory_order_relaxed)) {
        while (atomic_exchange_explicit(&state->lock, 2, memory_order_acquire) != 0) sleep_while(&state->lock, 2);
    }
    TAKE(state);
}

void mw_unlock(mw_state *state) {
    GIVE(state);
    if (atomic_exchange_explicit(&state->lock, 0, memory_order_release) == 2) wake_one(&state->lock);
}
