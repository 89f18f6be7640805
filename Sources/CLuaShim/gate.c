#define _GNU_SOURCE
#include "internal.h"

#if defined(__linux__)

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NEEDED = MEMBARRIER_CMD_PRIVATE_EXPEDITED | MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED };

/* Whether every thread of this process can be made to see a store, without each of them paying for it. */
static bool can_reach_all_threads(void) {
    static _Atomic int known;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer == 0) {
        long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
        answer = commands >= 0 && (commands & NEEDED) == NEEDED ? 1 : -1;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer > 0;
}

/* What other threads stored before is seen here afterwards, and what was stored here before is seen by them. */
static void reach_all_threads(void) {
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) { return; }
    /* Once in the life of a process. */
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) { abort(); }
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0) { abort(); }
}

/* Ends the privilege of the favourite, and waits until it has left. The lock is held. */
static void disown(mw_gate *gate) {
    atomic_store_explicit(&gate->favourite, 0, memory_order_relaxed);
    reach_all_threads();
    while (atomic_load_explicit(&gate->inside, memory_order_acquire) != 0) {
        syscall(SYS_futex, &gate->inside, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
    }
    gate->is_shared = true;
}

/* The favourite has left for the last time. */
void mw_gate_wake(mw_gate *gate) {
    syscall(SYS_futex, &gate->inside, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

#else

static bool can_reach_all_threads(void) {
    return false;
}

static void disown(mw_gate *gate) {
    gate->is_shared = true;
}

void mw_gate_wake(mw_gate *gate) {
    (void)gate;
}

#endif

void mw_gate_open(mw_gate *gate, mw_lock *lock) {
    gate->lock = lock;
    gate->is_shared = !can_reach_all_threads();
    atomic_store_explicit(&gate->favourite, gate->is_shared ? 0 : mw_thread_id(), memory_order_relaxed);
}

/* Everybody but the favourite. */
void mw_gate_take_slowly(mw_gate *gate) {
    mw_lock_take(gate->lock);
    if (!gate->is_shared) { disown(gate); }
    gate->owner = mw_thread_id();
}

void mw_gate_unlock(mw_gate *gate) {
    gate->owner = 0;
    mw_lock_give(gate->lock);
}

/* The favourite was about to come in when it lost its privilege. */
void mw_gate_step_back(mw_gate *gate) {
    atomic_store_explicit(&gate->inside, 0, memory_order_release);
    mw_gate_wake(gate);
}

/* Whether this thread is inside; for checks only. */
bool mw_gate_is_mine(const mw_gate *gate) {
    if (gate->is_shared) { return gate->owner == mw_thread_id(); }
    uintptr_t favourite = atomic_load_explicit(&gate->favourite, memory_order_relaxed);
    return gate->inside == 1 && (favourite == mw_thread_id() || favourite == 0);
}
