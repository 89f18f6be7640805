#define _GNU_SOURCE
#include "../internal.h"

#if defined(__linux__)

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NEEDED = MEMBARRIER_CMD_PRIVATE_EXPEDITED | MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED };

/* Whether the kernel can make every thread of this process pass a barrier. */
static bool can_issue_barrier(void) {
    static _Atomic int known;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer == 0) {
        long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
        answer = commands >= 0 && (commands & NEEDED) == NEEDED ? 1 : -1;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer > 0;
}

/* This thread then sees what other threads stored before, and they see what this thread stored before. */
static void issue_barrier(void) {
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) { return; }
    /* Once per process. */
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) { abort(); }
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0) { abort(); }
}

/* Revokes the bias, and waits until its owner has left. The lock is held. */
static void revoke_bias(mw_gate *gate) {
    atomic_store_explicit(&gate->bias_owner, 0, memory_order_relaxed);
    issue_barrier();
    while (atomic_load_explicit(&gate->inside, memory_order_acquire) != 0) {
        syscall(SYS_futex, &gate->inside, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
    }
    gate->is_shared = true;
}

void mw_gate_wake(mw_gate *gate) {
    syscall(SYS_futex, &gate->inside, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

#else

static bool can_issue_barrier(void) {
    return false;
}

static void revoke_bias(mw_gate *gate) {
    gate->is_shared = true;
}

void mw_gate_wake(mw_gate *gate) {
    (void)gate;
}

#endif

void mw_gate_open(mw_gate *gate, mw_lock *lock) {
    gate->lock = lock;
    gate->is_shared = !can_issue_barrier();
    atomic_store_explicit(&gate->bias_owner, gate->is_shared ? 0 : mw_thread_id(), memory_order_relaxed);
}

void mw_gate_take_slowly(mw_gate *gate) {
    mw_lock_take(gate->lock);
    if (!gate->is_shared) { revoke_bias(gate); }
    gate->owner = mw_thread_id();
}

void mw_gate_unlock(mw_gate *gate) {
    gate->owner = 0;
    mw_lock_give(gate->lock);
}

void mw_gate_step_back(mw_gate *gate) {
    atomic_store_explicit(&gate->inside, 0, memory_order_release);
    mw_gate_wake(gate);
}

/* Whether this thread is inside; for checks only. */
bool mw_gate_is_mine(const mw_gate *gate) {
    if (gate->is_shared) { return gate->owner == mw_thread_id(); }
    uintptr_t bias_owner = atomic_load_explicit(&gate->bias_owner, memory_order_relaxed);
    return gate->inside == 1 && (bias_owner == mw_thread_id() || bias_owner == 0);
}
