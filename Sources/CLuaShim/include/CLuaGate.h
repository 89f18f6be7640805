#ifndef CLUAGATE_H
#define CLUAGATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* A biased lock that guards a state. The thread that opened it enters and leaves by plain stores, until another thread wants to
   enter: from then on all of them take the lock. Otherwise, entering and leaving would cost as much as twenty instructions of a
   script. */
typedef struct mw_gate {
    struct mw_lock *lock;
    _Atomic uintptr_t bias_owner; /* The thread that needs no lock, or zero. */
    _Atomic uint32_t inside;      /* Whether that thread is inside. */
    bool is_shared;               /* The bias was revoked, and its owner is outside. */
    uintptr_t owner;              /* The thread that holds the lock, or zero. */
} mw_gate;

/* What every call of a host function uses of its entry. Inline, because a call out of and back into the shim would cost more. */
typedef struct mw_boundary {
    mw_gate *gate;
    int user_depth;           /* How many times the gate was left for user code; zero while inside. */
    bool is_timed;            /* The script is slow, so that the time of user code is measured and subtracted. */
    bool was_left;            /* For user code, since `checked_at`. */
    uint8_t measured_calls;   /* How many more calls of user code the CPU clock is read before and after. */
    uint64_t checked_at;      /* When the clock was read last, in nanoseconds; zero before the first time. */
    uint64_t user_code_began; /* When the gate was left for user code; zero if that was not measured. */
    uint64_t user_time;       /* Nanoseconds of user code since `checked_at`. */
} mw_boundary;

/* Each thread has this variable, so that its address identifies the thread while it exists. */
extern _Thread_local char mw_thread_mark;

/* No stack; never allocates; any thread. */
static inline uintptr_t mw_thread_id(void) {
    return (uintptr_t)&mw_thread_mark;
}

/* Enters as a thread without the bias; revokes it from the one that has it.
   No stack; never allocates; takes the lock. */
void mw_gate_take_slowly(mw_gate *gate);
/* Leaves a gate that is shared.
   No stack; never allocates; lock held. */
void mw_gate_unlock(mw_gate *gate);
/* The owner of the bias has left after it was revoked.
   No stack; never allocates; any thread. */
void mw_gate_wake(mw_gate *gate);
/* The owner of the bias was about to enter when it was revoked.
   No stack; never allocates; any thread. */
void mw_gate_step_back(mw_gate *gate);

/* The thread that revokes the bias stores that first, and then makes sure that all threads have seen it. So between its own
   store and its check of the bias, the owner needs no barrier: only the compiler must keep their order.
   No stack; never allocates; takes the lock. */
static inline void mw_gate_take(mw_gate *gate) {
    uintptr_t self = mw_thread_id();
    if (atomic_load_explicit(&gate->bias_owner, memory_order_relaxed) == self) {
        /* The identifier of a thread that has ended may have become this one's, which must see what that thread did. */
        atomic_load_explicit(&gate->inside, memory_order_acquire);
        atomic_store_explicit(&gate->inside, 1, memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst);
        if (atomic_load_explicit(&gate->bias_owner, memory_order_relaxed) == self) { return; }
        mw_gate_step_back(gate);
    }
    mw_gate_take_slowly(gate);
}

/* No stack; never allocates; gives the lock up. */
static inline void mw_gate_leave(mw_gate *gate) {
    if (gate->is_shared) { return mw_gate_unlock(gate); }
    atomic_store_explicit(&gate->inside, 0, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&gate->bias_owner, memory_order_relaxed) == 0) { mw_gate_wake(gate); }
}

/* No stack; never allocates; lock held. */
void mw_begin_user_time(mw_boundary *boundary);
/* No stack; never allocates; lock held. */
void mw_end_user_time(mw_boundary *boundary);

/* Leaves the interpreter for code of the application, unless that runs already.
   No stack; never allocates; gives the lock up. */
static inline void mw_begin_user_code(mw_boundary *boundary) {
    if (boundary->user_depth++ > 0) { return; }
    boundary->was_left = true;
    if (boundary->is_timed) { mw_begin_user_time(boundary); }
    mw_gate_leave(boundary->gate);
}

/* Enters the interpreter again where the outermost of these calls ends. The depth is zero only inside, because the handler of the
   alarm uses the interpreter then.
   No stack; never allocates; takes the lock. */
static inline void mw_end_user_code(mw_boundary *boundary) {
    if (boundary->user_depth > 1) {
        boundary->user_depth--;
        return;
    }
    mw_gate_take(boundary->gate);
    atomic_signal_fence(memory_order_seq_cst);
    boundary->user_depth = 0;
    if (boundary->is_timed) { mw_end_user_time(boundary); }
}

#pragma clang assume_nonnull end

#endif
